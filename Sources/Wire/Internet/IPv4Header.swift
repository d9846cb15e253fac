/// An IPv4 header (RFC 791 section 3.1). Its options are the bytes of `optionsRange`.
public struct IPv4Header: Hashable, Sendable {
  /// 20 bytes; options may follow.
  public static let minimumLength: Int = 20

  /// Where it was read from, in bytes from the start of the span.
  public var offset: Int
  /// The length of the header with its options, 20 to 60 bytes.
  public var headerLength: Int
  /// DSCP and ECN (RFC 2474, RFC 3168).
  public var typeOfService: UInt8
  /// The length of header and payload as the header says; 0 in captures of segmentation offload.
  public var totalLength: Int
  /// The same in all fragments of a packet.
  public var identification: UInt16
  /// The three flags and the fragment offset as they are on the wire.
  public var fragmentField: UInt16
  /// How many routers it may still pass.
  public var timeToLive: UInt8
  /// What it carries.
  public var protocolNumber: IPProtocol
  /// The checksum of the header.
  public var checksum: UInt16
  /// Who sent it.
  public var source: IPv4Address
  /// Who is to get it.
  public var destination: IPv4Address

  /// A header without options; `append(to:)` computes the checksum.
  public init(
    source: IPv4Address, destination: IPv4Address, protocolNumber: IPProtocol, payloadLength: Int,
    identification: UInt16 = 0, fragmentField: UInt16 = 0x4000, timeToLive: UInt8 = 64, typeOfService: UInt8 = 0
  ) {
    offset = 0
    headerLength = Self.minimumLength
    totalLength = Self.minimumLength + payloadLength
    checksum = 0
    self.typeOfService = typeOfService
    self.identification = identification
    self.fragmentField = fragmentField
    self.timeToLive = timeToLive
    self.protocolNumber = protocolNumber
    self.source = source
    self.destination = destination
  }

  /// Reads the header, whose version, length and captured bytes must agree.
  @inlinable
  public init(_ bytes: Span<UInt8>, at start: Int = 0) throws(WireError) {
    try WireError.require(20, of: bytes, at: start, .ipv4)
    let first = bytes[start]
    guard first >> 4 == 4 else {
      throw WireError(.ipv4, .badVersion, offset: start, required: 4, available: Int(first >> 4))
    }
    headerLength = Int(first & 0x0F) &* 4
    guard headerLength >= 20 else {
      throw WireError(.ipv4, .badLength, offset: start, required: 20, available: headerLength)
    }
    try WireError.require(headerLength, of: bytes, at: start, .ipv4)
    offset = start
    typeOfService = bytes[start &+ 1]
    totalLength = Int(bytes.uint16(at: start &+ 2))
    identification = bytes.uint16(at: start &+ 4)
    fragmentField = bytes.uint16(at: start &+ 6)
    timeToLive = bytes[start &+ 8]
    protocolNumber = IPProtocol(rawValue: bytes[start &+ 9])
    checksum = bytes.uint16(at: start &+ 10)
    source = IPv4Address(rawValue: bytes.uint32(at: start &+ 12))
    destination = IPv4Address(rawValue: bytes.uint32(at: start &+ 16))
  }

  /// DF: whether routers may not cut it.
  @inlinable public var dontFragment: Bool { fragmentField & 0x4000 != 0 }
  /// MF: whether fragments follow.
  @inlinable public var moreFragments: Bool { fragmentField & 0x2000 != 0 }
  /// Where this fragment's payload goes, in bytes.
  @inlinable public var fragmentOffset: Int { Int(fragmentField & 0x1FFF) &* 8 }
  /// Whether this is a part of a fragmented packet.
  @inlinable public var isFragment: Bool { fragmentField & 0x3FFF != 0 }
  /// Where the options are; empty where there are none.
  @inlinable public var optionsRange: Range<Int> { (offset &+ 20)..<(offset &+ headerLength) }

  /// Appends the header with a right checksum; `options` are padded with zeros to a multiple of four and cut at 40.
  public func append(to bytes: inout [UInt8], options: [UInt8] = []) {
    let start = bytes.count
    let optionsLength = min(40, (options.count + 3) / 4 * 4)
    bytes.append(0x40 | UInt8((20 + optionsLength) / 4))
    bytes.append(typeOfService)
    bytes.append(bigEndian: UInt16(truncatingIfNeeded: totalLength + optionsLength))
    bytes.append(bigEndian: identification)
    bytes.append(bigEndian: fragmentField)
    bytes.append(timeToLive)
    bytes.append(protocolNumber.rawValue)
    bytes.append(bigEndian: UInt16(0))
    bytes.append(bigEndian: source.rawValue)
    bytes.append(bigEndian: destination.rawValue)
    bytes += options.prefix(optionsLength)
    bytes += [UInt8](repeating: 0, count: start + 20 + optionsLength - bytes.count)
    bytes.set(InternetChecksum.of(bytes.span, in: start..<bytes.count), at: start + 10)
  }
}
