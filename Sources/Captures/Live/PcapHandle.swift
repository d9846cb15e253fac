internal import CPcap
internal import Glibc
internal import Wire

/// Sets up live captures of libpcap.
enum PcapHandle {
  /// Starts a capture. The caller must close the handle.
  static func open(_ name: String, _ options: LiveCaptureOptions) throws(CaptureError) -> OpaquePointer {
    let handle = try activate(name, options)
    do throws(CaptureError) {
      try setLinkType(of: handle, name, options.linkType)
      try setDirection(of: handle, name, options.direction)
      try install(options.filter, on: handle, name)
      return handle
    } catch {
      pcap_close(handle)
      throw error
    }
  }

  /// The link types of an interface, beginning with its default.
  static func linkTypes(_ name: String) throws(CaptureError) -> [LinkType] {
    let handle = try activate(name, LiveCaptureOptions())
    defer { pcap_close(handle) }
    var list: UnsafeMutablePointer<Int32>?
    let count = pcap_list_datalinks(handle, &list)
    guard count >= 0 else { throw CaptureError(.captureFailed, path: name, String(cString: pcap_geterr(handle))) }
    defer { pcap_free_datalinks(list) }
    return (0..<Int(count)).compactMap { list?[$0] }.map { LinkType(dataLink: $0) }
  }

  /// The timestamp types of an interface.
  static func timeStampTypes(_ name: String) throws(CaptureError) -> [TimeStampType] {
    var words = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
    guard let handle = pcap_create(name, &words) else {
      throw CaptureError(.captureFailed, path: name, text(words))
    }
    defer { pcap_close(handle) }
    var list: UnsafeMutablePointer<Int32>?
    let count = pcap_list_tstamp_types(handle, &list)
    guard count >= 0 else { throw CaptureError(.captureFailed, path: name, String(cString: pcap_geterr(handle))) }
    defer { pcap_free_tstamp_types(list) }
    return (0..<Int(count)).compactMap { list?[$0] }.map { TimeStampType(rawValue: $0) }
  }

  private static func activate(_ name: String, _ options: LiveCaptureOptions) throws(CaptureError) -> OpaquePointer {
    var words = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
    guard let handle = pcap_create(name, &words) else {
      throw CaptureError(.captureFailed, path: name, text(words))
    }
    pcap_set_snaplen(handle, Int32(clamping: options.snapshotLength))
    pcap_set_promisc(handle, options.isPromiscuous ? 1 : 0)
    pcap_set_timeout(handle, options.blockAge)
    pcap_set_immediate_mode(handle, options.isImmediate ? 1 : 0)
    pcap_set_buffer_size(handle, Int32(clamping: options.bufferSize))
    pcap_set_tstamp_precision(handle, PCAP_TSTAMP_PRECISION_NANO)
    if let type = options.timeStampType, pcap_set_tstamp_type(handle, type.rawValue) < 0 {
      pcap_close(handle)
      throw CaptureError(.captureFailed, path: name, "the interface has no timestamps of type \(type.name)")
    }
    let status = pcap_activate(handle)
    guard status < 0 else {
      // Programs that run after a file is written (-z) must not keep receiving packets.
      _ = fcntl(pcap_get_selectable_fd(handle), F_SETFD, FD_CLOEXEC)
      return handle
    }
    defer { pcap_close(handle) }
    throw failure(status, handle, name)
  }

  private static func setLinkType(
    of handle: OpaquePointer, _ name: String, _ linkType: LinkType?
  ) throws(CaptureError) {
    if let linkType {
      guard pcap_set_datalink(handle, linkType.dataLink) == 0 else {
        throw CaptureError(.captureFailed, path: name, String(cString: pcap_geterr(handle)))
      }
    } else if name == "any" {
      // The newer cooked header contains the interface of each frame. If it is not available, the older one is used.
      pcap_set_datalink(handle, DLT_LINUX_SLL2)
    }
  }

  private static func setDirection(
    of handle: OpaquePointer, _ name: String, _ direction: LiveCaptureOptions.Direction
  ) throws(CaptureError) {
    let choice =
      switch direction {
      case .both: PCAP_D_INOUT
      case .inbound: PCAP_D_IN
      case .outbound: PCAP_D_OUT
      }
    guard direction == .both || pcap_setdirection(handle, choice) == 0 else {
      throw CaptureError(.captureFailed, path: name, String(cString: pcap_geterr(handle)))
    }
  }

  private static func install(_ filter: String, on handle: OpaquePointer, _ name: String) throws(CaptureError) {
    if !filter.isEmpty {
      var program = bpf_program()
      guard pcap_compile(handle, &program, filter, 1, bpf_u_int32(PCAP_NETMASK_UNKNOWN)) == 0 else {
        throw CaptureError(.invalidFilter, path: filter, String(cString: pcap_geterr(handle)))
      }
      defer { pcap_freecode(&program) }
      guard pcap_setfilter(handle, &program) == 0 else {
        throw CaptureError(.captureFailed, path: name, String(cString: pcap_geterr(handle)))
      }
    }
    var words = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
    guard pcap_setnonblock(handle, 1, &words) == 0 else {
      throw CaptureError(.captureFailed, path: name, text(words))
    }
  }

  private static func failure(_ status: Int32, _ handle: OpaquePointer, _ name: String) -> CaptureError {
    let words = String(cString: pcap_geterr(handle))
    let general = String(cString: pcap_statustostr(status))
    let detail = words.isEmpty || words == general ? general : "\(general) (\(words))"
    switch status {
    case PCAP_ERROR_NO_SUCH_DEVICE: return CaptureError(.noSuchInterface, path: name, "no such interface")
    case PCAP_ERROR_PERM_DENIED, PCAP_ERROR_PROMISC_PERM_DENIED:
      return CaptureError(.notPermitted, path: name, "permission denied (\(words))")
    default: return CaptureError(.captureFailed, path: name, detail)
    }
  }

  private static func text(_ words: [CChar]) -> String {
    String(decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
