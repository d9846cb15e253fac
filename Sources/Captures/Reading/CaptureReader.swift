public import Wire

/// A capture file, read in order through one bounded buffer: pcap or pcapng, of either byte order, plain or gzip.
///
/// Reading a pipe or standard input (`-`) delivers each frame as soon as it has arrived. After an error everything that
/// was whole before it has been delivered, and `next()` gives `nil`.
///
/// Sources: draft-ietf-opsawg-pcap, draft-ietf-opsawg-pcapng.
public struct CaptureReader: ~Copyable, CaptureSource {
  /// The most bytes that a single frame may have: what libpcap and Wireshark allow for all but a few link types.
  public static let largestFrame = 262_144

  /// The file's name as it was given.
  public let path: String
  /// How the file is laid out.
  public let format: CaptureFormat
  /// The interfaces of the current section.
  public internal(set) var interfaces: [CaptureInterface] = []

  var input: InputBuffer
  var bigEndian = false
  /// pcap: the lengths of the record header and the order of the two lengths in it.
  var record = PcapRecordShape.standard
  /// Where the current frame's bytes and pcapng options are in the window.
  var frame = 0..<0
  var options = 0..<0
  /// How much of the window the current record takes.
  private var taken = 0
  private var delivered = 0
  private var isOver = false

  /// Opens a capture file and reads as far as its first interface; `-` is standard input.
  public static func open(_ path: String) throws(CaptureError) -> CaptureReader {
    var input = try InputBuffer.open(path)
    if try input.require(2), input.load16(0, bigEndian: true) == 0x1F8B {
      try input.decompress()
    }
    let magic = try FileMagic.read(&input)
    var reader = CaptureReader(path: path, format: magic.format, input: input)
    switch magic {
    case .pcap(let bigEndian, let resolution, let shape):
      (reader.bigEndian, reader.record) = (bigEndian, shape)
      try reader.readPcapHeader(resolution)
    case .pcapng:
      try reader.readFirstSection()
    }
    return reader
  }

  private init(path: String, format: CaptureFormat, input: consuming InputBuffer) {
    self.path = path
    self.format = format
    self.input = input
  }

  /// How many bytes of the (decompressed) file are behind us, the current frame included.
  public var offset: Int { input.offset + taken }

  public var bytes: Span<UInt8> {
    @_lifetime(borrow self) get { input.bytes.extracting(frame) }
  }

  /// The comments that a pcapng file has on the current frame.
  public var comments: [String] {
    var comments: [String] = []
    var cursor = PcapngOptions(options, bigEndian: bigEndian)
    while let option = cursor.next(input.bytes) {
      guard option.code == PcapngOption.comment else { continue }
      comments.append(text(option.value))
    }
    return comments
  }

  public mutating func next() throws(CaptureError) -> Frame? {
    if isOver { return nil }
    input.consume(taken)
    (taken, frame, options) = (0, 0..<0, 0..<0)
    do {
      guard var next = format == .pcap ? try nextRecord() : try nextPacketBlock() else {
        isOver = true
        return nil
      }
      delivered += 1
      next.number = delivered
      return next
    } catch {
      isOver = true
      throw error
    }
  }

  /// Says that the current record, which the next call moves past, takes `count` bytes of the window.
  mutating func take(_ count: Int) {
    taken = count
  }

  func text(_ range: Range<Int>) -> String {
    let bytes = input.bytes.extracting(range)
    return String(decoding: (0..<bytes.count).map { bytes[$0] }.prefix { $0 != 0 }, as: UTF8.self)
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
