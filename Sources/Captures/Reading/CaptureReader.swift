public import SystemPackage
public import Wire

/// A capture file, read in order through one bounded buffer: pcap or pcapng, of either byte order, plain, gzip or zstd.
///
/// From a pipe or standard input (`-`), each frame is delivered as soon as it has arrived. Before an error is thrown,
/// all complete frames have been delivered. Afterwards, `next()` returns nil.
///
/// Sources: draft-ietf-opsawg-pcap, draft-ietf-opsawg-pcapng.
public struct CaptureReader: ~Copyable, CaptureSource {
  /// The limit on the length of a frame, which is that of libpcap and Wireshark for all but a few link types.
  public static let largestFrame = 262_144
  /// The limit on kept blocks between two packets, in bytes.
  private static let mostBlockBytes = 64 * 1024 * 1024
  /// The most bytes of key logs that are kept until they are taken.
  private static let mostKeyLogBytes = 16 * 1024 * 1024

  /// The file's name as it was given.
  public let path: String
  /// The file's format.
  public let format: CaptureFormat
  /// The interfaces of the current section.
  public internal(set) var interfaces: [CaptureInterface] = [] {
    didSet { leftOut = side.leftOut(of: interfaces) }
  }
  /// The end to read, of a capture of both ends of a link.
  private let side: CaptureSide
  private var leftOut: Int?
  /// How many packets of the other end were skipped.
  public private(set) var packetsLeftOut = 0
  /// How many packets were returned.
  public private(set) var packetsGiven = 0
  /// How many returned packets have unsupported link types, by link type.
  public private(set) var packetsNotRead: [LinkType: Int] = [:]
  /// Whether there were packets, but only of the other end.
  public var hasOnlyTheOtherEnd: Bool { packetsLeftOut > 0 && packetsLeftOut == delivered }
  /// The packets that were lost during the capture, according to the file's statistics.
  public var dropsWhenCaptured: UInt64 {
    drops.values.reduce(earlierDrops) { $0.addingReportingOverflow($1).partialValue }
  }

  var input: InputBuffer
  var bigEndian = false
  /// For pcap: the order of the two lengths in a record.
  var lengthOrder = RecordLengthOrder.capturedFirst
  /// The ranges of the current frame's bytes and pcapng options in the window.
  var frame = 0..<0
  var optionsRange = 0..<0
  /// The count of drops in an obsolete packet block. Newer blocks have an option for it.
  var dropsBefore: UInt64?
  /// The comments of the statistics blocks so far.
  public internal(set) var remarks: [CaptureRemark] = []
  /// The drops of the section's interfaces, and of earlier sections.
  var drops: [Int: UInt64] = [:]
  var earlierDrops: UInt64 = 0
  public internal(set) var section: Int?
  private let keepsBlocks: Bool
  private var blocks: [CaptureBlock] = []
  /// Lines of key logs that were not taken yet.
  private var keyLog: [UInt8] = []
  private var blockBytes = 0
  /// The length of the current record in the window.
  private var taken = 0
  private var delivered = 0
  private var isOver = false

  /// Opens a capture file and reads up to its first interface. `-` is standard input.
  /// - Parameters:
  ///   - keepsBlocks: whether blocks other than packets are wanted (`takeBlocks`).
  ///   - side: the end to read, of a capture of both ends of a link. Packets keep the numbers that they have in the
  ///     file.
  ///   - readSize: how many bytes are read at a time; few for readers that seek from packet to packet.
  public static func open(
    _ path: String, keepsBlocks: Bool = false, side: CaptureSide = .client, readSize: Int = 256 * 1024
  ) throws(CaptureError) -> CaptureReader {
    var input = try InputBuffer.open(path, capacity: readSize)
    try input.decompressIfCompressed()
    let magic = try FileMagic.read(&input)
    var reader = CaptureReader(path: path, format: magic.format, input: input, keepsBlocks: keepsBlocks, side: side)
    switch magic {
    case .pcap(let bigEndian, let resolution):
      reader.bigEndian = bigEndian
      try reader.readPcapHeader(resolution)
    case .pcapng:
      try reader.readFirstSection()
    }
    return reader
  }

  private init(path: String, format: CaptureFormat, input: consuming InputBuffer, keepsBlocks: Bool, side: CaptureSide)
  {
    self.path = path
    self.format = format
    self.input = input
    self.keepsBlocks = keepsBlocks
    self.side = side
  }

  /// The number of the packet after the current one.
  public var nextNumber: Int { delivered + 1 }

  /// How many bytes of the (decompressed) file have been read, including the current frame.
  public var offset: Int { input.offset + taken }

  public var bytes: Span<UInt8> {
    @_lifetime(borrow self) get { input.bytes.extracting(frame) }
  }

  public var comments: [String] {
    optionsRange.isEmpty ? [] : options.comments
  }

  public var options: [CaptureOption] {
    var all = optionsRange.isEmpty ? [] : options(in: optionsRange, of: .packet)
    if let dropsBefore { all.append(CaptureOption(code: CaptureOption.Code.packetDrops, dropsBefore)) }
    return all
  }

  public mutating func takeBlocks() -> [CaptureBlock] {
    defer { (blocks, blockBytes) = ([], 0) }
    return blocks
  }

  /// The secrets of TLS connections that the file gave since the last call: lines of an NSS key log.
  public mutating func takeKeyLog() -> [UInt8] {
    keyLog.isEmpty ? [] : exchange(&keyLog, with: [])
  }

  public mutating func next() throws(CaptureError) -> Frame? {
    while true {
      if let frame = try advanceToWanted() { return frame }
      if isOver { return nil }
    }
  }

  public mutating func nextIfReady() throws(CaptureError) -> Frame? {
    input.isPatient = false
    defer { input.isPatient = true }
    return try advanceToWanted()
  }

  public mutating func wait(or alarm: FileDescriptor?) throws(CaptureError) -> Bool {
    if isOver { return false }
    input.wait(or: alarm)
    return true
  }

  public mutating func end() {
    input.takesNoMore = true
  }

  private mutating func advanceToWanted() throws(CaptureError) -> Frame? {
    while let frame = try advance() {
      if frame.interfaceID != leftOut {
        packetsGiven &+= 1
        if !frame.linkType.isRead { packetsNotRead[frame.linkType, default: 0] += 1 }
        return frame
      }
      packetsLeftOut += 1
    }
    return nil
  }

  private mutating func advance() throws(CaptureError) -> Frame? {
    if isOver { return nil }
    input.consume(taken)
    (taken, frame, optionsRange, dropsBefore) = (0, 0..<0, 0..<0, nil)
    do {
      guard var next = format == .pcap ? try nextRecord() : try nextPacketBlock() else {
        isOver = !input.wasStarved() || input.takesNoMore
        return nil
      }
      delivered += 1
      next.number = delivered
      return next
    } catch {
      // An incomplete record is not an error if more bytes can arrive. It is read again then.
      let isEarly = input.wasStarved()
      isOver = !isEarly || input.takesNoMore
      if isEarly { return nil }
      throw error
    }
  }

  /// Continues with the record at which the window begins, which is the packet with this number.
  mutating func resume(before number: Int) {
    (taken, frame, optionsRange, dropsBefore) = (0, 0..<0, 0..<0, nil)
    (delivered, isOver) = (number - 1, false)
  }

  /// Sets the length of the current record in the window, which the next call skips.
  mutating func take(_ count: Int) {
    taken = count
  }

  mutating func add(_ interface: CaptureInterface) {
    interfaces.append(interface)
    if keepsBlocks { blocks.append(.interface(interface)) }
  }

  /// Whether blocks other than packets are kept.
  var wantsBlocks: Bool { keepsBlocks }

  mutating func add(_ block: CaptureBlock) throws(CaptureError) {
    guard keepsBlocks else { return }
    blockBytes += block.weight
    guard blockBytes <= Self.mostBlockBytes else {
      throw malformed("more than \(Self.mostBlockBytes) bytes of names, secrets and other blocks between two packets")
    }
    blocks.append(block)
  }

  /// Keeps a key log. What nobody takes is given up rather than kept without bound.
  mutating func add(keyLog lines: ArraySlice<UInt8>) {
    guard keyLog.count + lines.count < Self.mostKeyLogBytes else { return }
    keyLog += lines
    if lines.last != UInt8(ascii: "\n") { keyLog.append(UInt8(ascii: "\n")) }
  }

  func cutShort(_ what: String, needed: Int) -> CaptureError {
    CaptureError(
      .cutShort, path: path, offset: input.offset + input.available,
      "\(what) that starts at byte \(input.offset) needs \(needed) bytes, \(input.available) are there")
  }

  func malformed(_ detail: String) -> CaptureError {
    CaptureError(.malformed, path: path, offset: input.offset, detail)
  }
}
