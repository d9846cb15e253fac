/// A Geneve header (RFC 8926 section 3.4).
public struct GeneveHeader: Hashable, Sendable {
  /// The header without options.
  public static let minimumLength: Int = 8
  /// IANA's port.
  public static let port: UInt16 = 6081

  /// Version (2 bits) and the length of the options in words (6 bits).
  public var versionAndLength: UInt8
  /// Control (0x80), critical options (0x40).
  public var flags: UInt8
  /// The EtherType of what is carried.
  public var etherType: EtherType
  /// The network identifier, 24 bits.
  public var identifier: UInt32

  /// - Parameter identifier: the virtual network.
  public init(etherType: EtherType, identifier: UInt32) {
    versionAndLength = 0
    flags = 0
    self.etherType = etherType
    self.identifier = identifier
  }

  /// - Throws: `WireError` if it is truncated or malformed.
  public init(_ bytes: Span<UInt8>, at offset: Int) throws(WireError) {
    try WireError.require(8, of: bytes, at: offset, .geneve)
    versionAndLength = bytes[offset]
    flags = bytes[offset &+ 1]
    etherType = EtherType(rawValue: bytes.uint16(at: offset &+ 2))
    identifier = bytes.uint32(at: offset &+ 4) >> 8
    try WireError.require(length, of: bytes, at: offset, .geneve)
    guard version == 0 else {
      throw WireError(.geneve, .badVersion, offset: offset, required: 0, available: Int(version))
    }
  }

  /// 0.
  @inlinable public var version: UInt8 { versionAndLength >> 6 }
  /// The bytes of the header, options included.
  @inlinable public var length: Int { 8 &+ Int(versionAndLength & 0x3F) &* 4 }

  /// Appends it in wire format.
  public func append(to bytes: inout [UInt8]) {
    bytes += [versionAndLength, flags]
    bytes.append(bigEndian: etherType.rawValue)
    bytes.append(bigEndian: identifier << 8)
  }
}
