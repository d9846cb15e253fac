/// A TCP header (RFC 9293 section 3.1). Its options are the bytes of `optionsRange`; `TCPOptions` walks them.
public struct TCPHeader: Hashable, Sendable {
  /// 20 bytes; options may follow.
  public static let minimumLength: Int = 20

  /// Where it was read from, in bytes from the start of the span.
  public var offset: Int
  /// The length of the header with its options, 20 to 60 bytes.
  public var headerLength: Int
  /// The sender's port.
  public var sourcePort: UInt16
  /// The receiver's port.
  public var destinationPort: UInt16
  /// The sequence number of the first byte.
  public var sequence: UInt32
  /// The sequence number that the sender expects next.
  public var acknowledgment: UInt32
  /// The flags of the header.
  public var flags: TCPFlags
  /// As on the wire, before scaling.
  public var window: UInt16
  /// The Internet checksum, with the addresses.
  public var checksum: UInt16
  /// Where urgent bytes end.
  public var urgentPointer: UInt16

  /// A header without options, whose checksum `TransportChecksum.fill` computes once the segment is whole.
  public init(
    sourcePort: UInt16, destinationPort: UInt16, sequence: UInt32, acknowledgment: UInt32 = 0, flags: TCPFlags,
    window: UInt16 = 65535, urgentPointer: UInt16 = 0
  ) {
    offset = 0
    headerLength = Self.minimumLength
    checksum = 0
    self.sourcePort = sourcePort
    self.destinationPort = destinationPort
    self.sequence = sequence
    self.acknowledgment = acknowledgment
    self.flags = flags
    self.window = window
    self.urgentPointer = urgentPointer
  }

  /// Reads the header, all of which must be captured.
  @inlinable
  public init(_ bytes: Span<UInt8>, at start: Int) throws(WireError) {
    try WireError.require(20, of: bytes, at: start, .tcp)
    headerLength = Int(bytes[start &+ 12] >> 4) &* 4
    guard headerLength >= 20 else {
      throw WireError(.tcp, .badLength, offset: start, required: 20, available: headerLength)
    }
    try WireError.require(headerLength, of: bytes, at: start, .tcp)
    offset = start
    sourcePort = bytes.uint16(at: start)
    destinationPort = bytes.uint16(at: start &+ 2)
    sequence = bytes.uint32(at: start &+ 4)
    acknowledgment = bytes.uint32(at: start &+ 8)
    flags = TCPFlags(rawValue: bytes[start &+ 13])
    window = bytes.uint16(at: start &+ 14)
    checksum = bytes.uint16(at: start &+ 16)
    urgentPointer = bytes.uint16(at: start &+ 18)
  }

  /// Where the options are; empty where there are none.
  @inlinable public var optionsRange: Range<Int> { (offset &+ 20)..<(offset &+ headerLength) }

  /// Appends the header; `options` are padded with zeros to a multiple of four and cut at 40.
  public func append(to bytes: inout [UInt8], options: [UInt8] = []) {
    let start = bytes.count
    let optionsLength = min(40, (options.count + 3) / 4 * 4)
    bytes.append(bigEndian: sourcePort)
    bytes.append(bigEndian: destinationPort)
    bytes.append(bigEndian: sequence)
    bytes.append(bigEndian: acknowledgment)
    bytes.append(UInt8((20 + optionsLength) / 4) << 4)
    bytes.append(flags.rawValue)
    bytes.append(bigEndian: window)
    bytes.append(bigEndian: checksum)
    bytes.append(bigEndian: urgentPointer)
    bytes += options.prefix(optionsLength)
    bytes += [UInt8](repeating: 0, count: start + 20 + optionsLength - bytes.count)
  }
}
