internal import CPcap
internal import Glibc
public import SystemPackage
public import Wire

/// Captures frames on an interface through libpcap.
///
/// The kernel collects frames in blocks of variable-length slots, and passes on a block when it is full or 5 ms old.
/// So frames are seen soon, and the buffer still holds many of them. (The immediate mode of libpcap gives every frame
/// a slot of the largest size: 32 MiB then hold 512 frames of an interface with segmentation offload.)
public struct LiveCapture: ~Copyable, CaptureSource {
  /// The interval at which remarks are asked for while no frames come, in milliseconds.
  private static let remarkInterval: Int32 = 250
  /// After a request to end, how long no frame may arrive until the capture is considered complete, in milliseconds.
  private static let quiet: Int32 = 100

  /// The interface's name as it was given.
  public let name: String
  public let interfaces: [CaptureInterface]

  private let handle: OpaquePointer
  private let stop: FileDescriptor?
  private let directions: DirectionFinder
  private var header: UnsafeMutablePointer<pcap_pkthdr>?
  private var data: UnsafePointer<UInt8>?
  private var captured = 0
  private var isAnnounced = false
  private var secrets: (any LiveSecrets)?
  private var remarks: (any LiveRemarks)?
  /// The secrets that stand before the current frame, and the blocks of secrets that have not been taken.
  private var keyLog: [UInt8] = []
  private var secretBlocks: [CaptureBlock]?
  /// After a request to end: how many frames the kernel had captured at that time.
  private var expected: Int?
  private var stopTime: Timestamp?
  private var isEnded = false

  /// Starts capturing on an interface, or on all interfaces (`any`). After it returns, no frame is missed.
  ///
  /// When `stop` becomes readable, `next()` delivers the frames that the kernel has captured so far, and then nil.
  public static func open(
    _ name: String, options: LiveCaptureOptions = LiveCaptureOptions(), stop: FileDescriptor? = nil
  ) throws(CaptureError) -> LiveCapture {
    let handle = try PcapHandle.open(name, options)
    var interface = CaptureInterface(
      linkType: LinkType(dataLink: pcap_datalink(handle)), snapshotLength: Int(pcap_snapshot(handle)), name: name,
      resolution: options.resolution)
    interface.options = CaptureInterface.options(filter: options.filter)
    return LiveCapture(name: name, interface: interface, handle: handle, stop: stop)
  }

  private init(name: String, interface: CaptureInterface, handle: OpaquePointer, stop: FileDescriptor?) {
    self.name = name
    interfaces = [interface]
    self.handle = handle
    self.stop = stop
    directions = DirectionFinder(name, interface.linkType)
  }

  deinit {
    pcap_close(handle)
  }

  public var bytes: Span<UInt8> {
    @_lifetime(borrow self) get {
      guard let data, let header else { return Span() }
      // libpcap keeps the frame in place until the next one is read, which needs exclusive access to self.
      let span = Span(_unsafeStart: data, count: Int(header.pointee.caplen))
      return _overrideLifetime(span, borrowing: self)
    }
  }

  public var statistics: CaptureStatistics? {
    var counts = pcap_stat()
    guard pcap_stats(handle, &counts) == 0 else { return CaptureStatistics(captured: UInt64(captured)) }
    return CaptureStatistics(
      captured: UInt64(captured), receivedByFilter: UInt64(counts.ps_recv), droppedByKernel: UInt64(counts.ps_drop),
      droppedByInterface: UInt64(counts.ps_ifdrop))
  }

  /// Gives the secrets of TLS connections from now on, each before the frame that needs it.
  /// - Parameter inBlocks: whether they are to be among the blocks too, for a file.
  public mutating func use(_ secrets: any LiveSecrets, inBlocks: Bool = false) {
    self.secrets = secrets
    secretBlocks = inBlocks ? [] : nil
  }

  /// Gives remarks from now on, among the blocks.
  public mutating func use(_ remarks: any LiveRemarks) {
    self.remarks = remarks
  }

  public mutating func takeBlocks() -> [CaptureBlock] {
    defer {
      isAnnounced = true
      secretBlocks?.removeAll()
    }
    let remarks = isAnnounced ? remarks?.take() ?? [] : []
    return (isAnnounced ? [] : [.interface(interfaces[0])]) + (secretBlocks ?? [])
      + remarks.map { .statistics(InterfaceStatistics($0)) }
  }

  public mutating func takeKeyLog() -> [UInt8] {
    defer { keyLog = [] }
    return keyLog
  }

  public mutating func next() throws(CaptureError) -> Frame? {
    while true {
      if let frame = try nextIfReady() { return frame }
      guard try wait(or: stop) else { return nil }
      if let stop, isReadable(stop) { end() }
    }
  }

  public mutating func nextIfReady() throws(CaptureError) -> Frame? {
    let status = isEnded ? 0 : pcap_next_ex(handle, &header, &data)
    guard status == 1 else {
      (header, data) = (nil, nil)
      guard status == 0 else { throw CaptureError(.captureFailed, path: name, String(cString: pcap_geterr(handle))) }
      return nil
    }
    let frame = current()
    // Frames after the request to end are not part of the capture.
    if let stopTime, frame.timestamp > stopTime {
      isEnded = true
      return nil
    }
    captured += 1
    noteSecrets(before: frame)
    return frame
  }

  private mutating func noteSecrets(before frame: Frame) {
    guard let secrets else { return }
    keyLog = secrets.lines(before: frame, bytes)
    if !keyLog.isEmpty { secretBlocks?.append(.keyLog(keyLog)) }
  }

  /// Waits for frames. After a request to end, finds out whether frames are left.
  public mutating func wait(or alarm: FileDescriptor?) throws(CaptureError) -> Bool {
    guard !isEnded else { return false }
    let descriptor = FileDescriptor(rawValue: pcap_get_selectable_fd(handle))
    guard let expected else {
      waitUntilReadable(descriptor, or: alarm, timeout: remarks == nil ? -1 : Self.remarkInterval)
      return true
    }
    isEnded = captured >= expected || !waitUntilReadable(descriptor, or: nil, timeout: Self.quiet)
    return !isEnded
  }

  public mutating func end() {
    guard expected == nil, let statistics else { return }
    expected = Int(statistics.receivedByFilter) - Int(statistics.droppedByKernel)
    stopTime = .now
  }

  private func current() -> Frame {
    // libpcap fills in the header whenever it returns 1. The field for microseconds contains nanoseconds.
    let header = header?.pointee ?? pcap_pkthdr()
    return Frame(
      number: captured + 1,
      timestamp: Timestamp(nanoseconds: Int64(header.ts.tv_sec) * 1_000_000_000 + Int64(header.ts.tv_usec)),
      linkType: interfaces[0].linkType, originalLength: Int(header.len), direction: directions.direction(of: bytes))
  }
}

extension CaptureInterface {
  /// The operating system and the capture filter as options of a pcapng interface.
  static func options(filter: String) -> [CaptureOption] {
    var system = utsname()
    var options: [CaptureOption] = []
    if uname(&system) == 0 {
      let words = withUnsafeBytes(of: system.sysname) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      let release = withUnsafeBytes(of: system.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      options.append(CaptureOption(code: CaptureOption.Code.interfaceSystem, text: "\(words) \(release)"))
    }
    if !filter.isEmpty {
      // 0: a filter in libpcap's syntax.
      let value = [0] + CaptureOption(code: 0, text: filter).value.prefix(65_534)
      options.append(CaptureOption(code: CaptureOption.Code.interfaceFilter, value: value))
    }
    return options
  }
}

extension Timestamp {
  /// The time of the wall clock, which the kernel uses for timestamps.
  static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
