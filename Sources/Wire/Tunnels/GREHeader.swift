/// A header of Generic Routing Encapsulation, version 0 (RFC 2784, RFC 2890, RFC 1701) or 1 (PPTP, RFC 2637).
public struct GREHeader: Hashable, Sendable {
  /// The fields that the flags announce and that have no length of their own.
  public static let minimumLength: Int = 4

  /// Checksum (0x8000), routing (0x4000), key (0x2000), sequence number (0x1000), strict source route (0x0800),
  /// recursion (0x0700), acknowledgment (0x0080, version 1), version (0x0007).
  public var flags: UInt16
  /// The EtherType of what is carried.
  public var etherType: EtherType
  /// The checksum; nil if it has none.
  public var checksum: UInt16?
  /// The key (RFC 2890); nil if it has none.
  public var key: UInt32?
  /// The sequence number (RFC 2890); nil if it has none.
  public var sequence: UInt32?
  /// The acknowledgment number of version 1 (RFC 2637); nil if it has none.
  public var acknowledgment: UInt32?
  /// The bytes of the header with all its fields.
  public var length: Int

  /// A header of version 0.
  public init(etherType: EtherType, key: UInt32? = nil, sequence: UInt32? = nil) {
    flags = (key == nil ? 0 : 0x2000) | (sequence == nil ? 0 : 0x1000)
    self.etherType = etherType
    self.key = key
    self.sequence = sequence
    length = 4 + (key == nil ? 0 : 4) + (sequence == nil ? 0 : 4)
  }

  /// - Throws: `WireError` if it is truncated or malformed.
  public init(_ bytes: Span<UInt8>, at offset: Int) throws(WireError) {
    try WireError.require(4, of: bytes, at: offset, .gre)
    flags = bytes.uint16(at: offset)
    etherType = EtherType(rawValue: bytes.uint16(at: offset &+ 2))
    var end = offset &+ 4
    if flags & 7 == 0, flags & 0xC000 != 0 {
      try WireError.require(4, of: bytes, at: end, .gre)
      if flags & 0x8000 != 0 { checksum = bytes.uint16(at: end) }
      end &+= 4
    }
    if flags & 0x2000 != 0 { key = try Self.word(bytes, &end) }
    if flags & 0x1000 != 0 { sequence = try Self.word(bytes, &end) }
    if flags & 7 == 1, flags & 0x0080 != 0 { acknowledgment = try Self.word(bytes, &end) }
    if flags & 7 == 0, flags & 0x4000 != 0 { end = try Self.endOfRoutes(bytes, end) }
    length = end &- offset
  }

  private static func word(_ bytes: Span<UInt8>, _ end: inout Int) throws(WireError) -> UInt32 {
    try WireError.require(4, of: bytes, at: end, .gre)
    defer { end &+= 4 }
    return bytes.uint32(at: end)
  }

  /// Source routes go on to an empty one (RFC 1701).
  private static func endOfRoutes(_ bytes: Span<UInt8>, _ start: Int) throws(WireError) -> Int {
    var end = start
    while true {
      try WireError.require(4, of: bytes, at: end, .gre)
      let (family, length) = (bytes.uint16(at: end), Int(bytes[end &+ 3]))
      end &+= 4
      if family == 0, length == 0 { return end }
      try WireError.require(length, of: bytes, at: end, .gre)
      end &+= length
    }
  }

  /// Appends it in wire format.
  public func append(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: flags)
    bytes.append(bigEndian: etherType.rawValue)
    if let key { bytes.append(bigEndian: key) }
    if let sequence { bytes.append(bigEndian: sequence) }
  }

  /// 0, or 1 with PPTP.
  @inlinable public var version: UInt16 { flags & 7 }
}
