internal import CPcap
internal import Glibc
public import SystemPackage
public import Wire

/// Frames as they cross an interface, through libpcap.
///
/// The kernel collects frames in blocks of variable-length slots and hands a block over when it is full or 5 ms old, so
/// that a frame is seen soon and the buffer still holds many. (The immediate mode of libpcap gives every frame a slot of
/// the largest size: 32 MiB then hold 512 frames of an interface with segmentation offload.)
public struct LiveCapture: ~Copyable, CaptureSource {
  /// How old, in milliseconds, a block with frames in it gets before it is handed over.
  private static let blockAge: Int32 = 5
  /// How long, in milliseconds, nothing may come after the end was asked for until we believe that nothing is left.
  private static let quiet: Int32 = 100

  /// The interface's name as it was given.
  public let name: String
  public let interfaces: [CaptureInterface]

  private let handle: OpaquePointer
  private let stop: FileDescriptor?
  private var header: UnsafeMutablePointer<pcap_pkthdr>?
  private var data: UnsafePointer<UInt8>?
  private var captured = 0
  /// Once the end was asked for: how many frames the kernel had taken by then.
  private var expected: Int?
  private var stopTime: Timestamp?
  private var isEnded = false

  /// Starts capturing on an interface, or on all of them (`any`); from the return on, no frame is missed.
  ///
  /// When `stop` becomes readable, `next()` delivers what the kernel has taken until then, and after that `nil`.
  public static func open(
    _ name: String, options: LiveCaptureOptions = LiveCaptureOptions(), stop: FileDescriptor? = nil
  ) throws(CaptureError) -> LiveCapture {
    let handle = try activate(name, options)
    do throws(CaptureError) {
      try install(options, on: handle, name)
    } catch {
      pcap_close(handle)
      throw error
    }
    let interface = CaptureInterface(
      linkType: LinkType(dataLink: pcap_datalink(handle)), snapshotLength: Int(pcap_snapshot(handle)), name: name)
    return LiveCapture(name: name, interface: interface, handle: handle, stop: stop)
  }

  private init(name: String, interface: CaptureInterface, handle: OpaquePointer, stop: FileDescriptor?) {
    self.name = name
    interfaces = [interface]
    self.handle = handle
    self.stop = stop
  }

  deinit {
    pcap_close(handle)
  }

  public var bytes: Span<UInt8> {
    @_lifetime(borrow self) get {
      guard let data, let header else { return Span() }
      // libpcap keeps the frame in place until it is asked for the next, which needs exclusive access to self.
      let span = Span(_unsafeStart: data, count: Int(header.pointee.caplen))
      return _overrideLifetime(span, borrowing: self)
    }
  }

  /// How the capture went so far.
  public var statistics: CaptureStatistics {
    var counts = pcap_stat()
    guard pcap_stats(handle, &counts) == 0 else { return CaptureStatistics(captured: UInt64(captured)) }
    return CaptureStatistics(
      captured: UInt64(captured), receivedByFilter: UInt64(counts.ps_recv), droppedByKernel: UInt64(counts.ps_drop))
  }

  public mutating func next() throws(CaptureError) -> Frame? {
    while !isEnded {
      if let frame = try nextIfReady() { return frame }
      waitForMore()
    }
    return nil
  }

  public mutating func nextIfReady() throws(CaptureError) -> Frame? {
    let status = isEnded ? 0 : pcap_next_ex(handle, &header, &data)
    guard status == 1 else {
      (header, data) = (nil, nil)
      guard status == 0 else { throw CaptureError(.captureFailed, path: name, String(cString: pcap_geterr(handle))) }
      return nil
    }
    let frame = current()
    // What came after the end was asked for is not part of the capture.
    if let stopTime, frame.timestamp > stopTime {
      isEnded = true
      return nil
    }
    captured += 1
    return frame
  }

  private func current() -> Frame {
    // libpcap fills the header in whenever it returns 1; nanoseconds are in the field for microseconds.
    let header = header?.pointee ?? pcap_pkthdr()
    return Frame(
      number: captured + 1,
      timestamp: Timestamp(nanoseconds: Int64(header.ts.tv_sec) * 1_000_000_000 + Int64(header.ts.tv_usec)),
      linkType: interfaces[0].linkType, originalLength: Int(header.len))
  }

  /// Waits for frames, or once the end was asked for finds out whether anything is left.
  private mutating func waitForMore() {
    if let expected {
      isEnded = captured >= expected || wait(Self.quiet) == 0
      return
    }
    _ = wait(-1)
    guard let stop, isReadable(stop) else { return }
    let statistics = statistics
    expected = Int(statistics.receivedByFilter) - Int(statistics.droppedByKernel)
    stopTime = .now
  }

  /// Waits for a frame, and for the end if it was not asked for yet.
  private func wait(_ timeout: Int32) -> Int32 {
    var entries = [pollfd(fd: pcap_get_selectable_fd(handle), events: Int16(POLLIN), revents: 0)]
    if let stop, expected == nil {
      entries.append(pollfd(fd: stop.rawValue, events: Int16(POLLIN), revents: 0))
    }
    return poll(&entries, nfds_t(entries.count), timeout)
  }

  private func isReadable(_ descriptor: FileDescriptor) -> Bool {
    var entry = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) > 0
  }

  private static func activate(_ name: String, _ options: LiveCaptureOptions) throws(CaptureError) -> OpaquePointer {
    var words = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
    guard let handle = pcap_create(name, &words) else {
      throw CaptureError(.captureFailed, path: name, text(words))
    }
    pcap_set_snaplen(handle, Int32(clamping: options.snapshotLength))
    pcap_set_promisc(handle, options.isPromiscuous ? 1 : 0)
    pcap_set_timeout(handle, blockAge)
    pcap_set_buffer_size(handle, Int32(clamping: options.bufferSize))
    pcap_set_tstamp_precision(handle, PCAP_TSTAMP_PRECISION_NANO)
    let status = pcap_activate(handle)
    guard status < 0 else { return handle }
    defer { pcap_close(handle) }
    throw failure(status, handle, name)
  }

  private static func install(
    _ options: LiveCaptureOptions, on handle: OpaquePointer, _ name: String
  ) throws(CaptureError) {
    if name == "any" {
      // The newer header tells the interface of each frame; where it is not offered, the older one stays.
      pcap_set_datalink(handle, DLT_LINUX_SLL2)
    }
    if !options.filter.isEmpty {
      var program = bpf_program()
      guard pcap_compile(handle, &program, options.filter, 1, bpf_u_int32(PCAP_NETMASK_UNKNOWN)) == 0 else {
        throw CaptureError(.invalidFilter, path: options.filter, String(cString: pcap_geterr(handle)))
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
      return CaptureError(.notPermitted, path: name, "no permission to capture (\(words))")
    default: return CaptureError(.captureFailed, path: name, detail)
    }
  }

  private static func text(_ words: [CChar]) -> String {
    String(decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension Timestamp {
  /// The wall clock's time, which the kernel stamps frames with.
  fileprivate static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
