/// A UDP header (RFC 768).
public struct UDPHeader: Hashable, Sendable {
  /// 8 bytes.
  public static let length: Int = 8

  /// The sender's port.
  public var sourcePort: UInt16
  /// The receiver's port.
  public var destinationPort: UInt16
  /// The length of header and payload as the header says; a value below 8 is malformed and is kept.
  public var totalLength: Int
  /// 0 where the sender computed none.
  public var checksum: UInt16

  /// A header whose checksum `TransportChecksum.fill` computes once the datagram is whole.
  public init(sourcePort: UInt16, destinationPort: UInt16, payloadLength: Int) {
    self.sourcePort = sourcePort
    self.destinationPort = destinationPort
    totalLength = Self.length + payloadLength
    checksum = 0
  }

  /// - Throws: `WireError` if it is truncated or malformed.
  @inlinable
  public init(_ bytes: Span<UInt8>, at offset: Int) throws(WireError) {
    try WireError.require(8, of: bytes, at: offset, .udp)
    sourcePort = bytes.uint16(at: offset)
    destinationPort = bytes.uint16(at: offset &+ 2)
    totalLength = Int(bytes.uint16(at: offset &+ 4))
    checksum = bytes.uint16(at: offset &+ 6)
  }

  /// Appends it in wire format.
  public func append(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: sourcePort)
    bytes.append(bigEndian: destinationPort)
    bytes.append(bigEndian: UInt16(truncatingIfNeeded: totalLength))
    bytes.append(bigEndian: checksum)
  }
}
