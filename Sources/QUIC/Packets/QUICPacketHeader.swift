import Wire

/// The header of a packet as far as it can be read without keys (RFC 9000 section 17). Its ranges are about the datagram.
public struct QUICPacketHeader: Hashable, Sendable {
  /// Why bytes are no packet.
  public enum Problem: Error, Hashable, Sendable {
    /// They end within the header.
    case truncated
    /// A connection ID is longer than 20 bytes.
    case connectionIDTooLong
    /// The fixed bit is 0 (RFC 9000 section 17.2), and nobody has said that it may be (RFC 9287).
    case noFixedBit
  }

  /// What the packet is.
  public var type: QUICPacketType
  /// The first byte as it is on the wire, where some bits of it may be masked.
  public var firstByte: UInt8
  /// The version of a long header; nil for a short one.
  public var version: QUICVersion?
  /// The receiver's connection ID.
  public var destinationID: QUICConnectionID
  /// Where it is.
  public var destinationIDRange: Range<Int>
  /// The sender's connection ID; empty in a short header.
  public var sourceID = QUICConnectionID()
  /// Where it is.
  public var sourceIDRange: Range<Int>
  /// Where the token is: that of a client's Initial, which may be empty, or of a Retry.
  public var token: Range<Int>
  /// The first byte of the packet in the datagram.
  public var start: Int
  /// Where the packet number is; in packets without one, where the content begins.
  public var numberOffset: Int
  /// Where the packet ends. Another one may follow (RFC 9000 section 12.2).
  public var end: Int
  /// Whether the length field says more than the bytes have.
  public var isCut = false

  /// Whether it has a long header.
  public var isLong: Bool { firstByte & 0x80 != 0 }
  /// False where the sender has cleared the bit that the peer allowed it to clear (RFC 9287).
  public var hasFixedBit: Bool { firstByte & 0x40 != 0 }
  /// Where the whole packet is.
  public var range: Range<Int> { start..<end }

  /// Reads a long header.
  public init(long bytes: Span<UInt8>, at start: Int, greasesFixedBit: Bool = false) throws(Problem) {
    guard start >= 0, bytes.count - start >= 7 else { throw .truncated }
    self.start = start
    firstByte = bytes[start]
    let version = QUICVersion(rawValue: bytes.uint32(at: start + 1))
    self.version = version
    (destinationID, destinationIDRange) = try Self.connectionID(bytes, start + 5)
    (sourceID, sourceIDRange) = try Self.connectionID(bytes, destinationIDRange.upperBound)
    numberOffset = sourceIDRange.upperBound
    token = numberOffset..<numberOffset
    end = bytes.count
    guard version.isRead else {
      type = version == .negotiation ? .versionNegotiation : .unknownVersion
      return
    }
    guard firstByte & 0x40 != 0 || greasesFixedBit else { throw .noFixedBit }
    type = QUICPacketType(bits: firstByte >> 4, version)
    try readRest(bytes)
  }

  /// Reads a short header.
  ///
  /// - Parameter length: of the connection ID that its receiver has chosen, which only the connection can tell.
  public init(short bytes: Span<UInt8>, at start: Int, destinationIDLength length: Int) throws(Problem) {
    guard start >= 0, bytes.count - start >= 1 + length else { throw .truncated }
    guard let found = QUICConnectionID(bytes, start + 1..<start + 1 + length) else { throw .connectionIDTooLong }
    type = .oneRTT
    self.start = start
    firstByte = bytes[start]
    destinationID = found
    destinationIDRange = start + 1..<start + 1 + length
    numberOffset = destinationIDRange.upperBound
    sourceIDRange = numberOffset..<numberOffset
    token = numberOffset..<numberOffset
    end = bytes.count
  }

  /// What follows the connection IDs.
  private mutating func readRest(_ bytes: Span<UInt8>) throws(Problem) {
    if type == .retry {
      token = numberOffset..<max(numberOffset, end - 16)
      return
    }
    if type == .initial {
      let length = try Self.integer(bytes, &numberOffset)
      guard length <= UInt64(bytes.count - numberOffset) else { throw .truncated }
      token = numberOffset..<numberOffset + Int(length)
      numberOffset = token.upperBound
    }
    let length = try Self.integer(bytes, &numberOffset)
    isCut = length > UInt64(bytes.count - numberOffset)
    end = isCut ? bytes.count : numberOffset + Int(length)
  }

  private static func connectionID(
    _ bytes: Span<UInt8>, _ offset: Int
  ) throws(Problem) -> (QUICConnectionID, Range<Int>) {
    guard offset < bytes.count else { throw .truncated }
    let length = Int(bytes[offset])
    guard length <= QUICConnectionID.longest else { throw .connectionIDTooLong }
    let range = offset + 1..<offset + 1 + length
    guard let id = QUICConnectionID(bytes, range) else { throw .truncated }
    return (id, range)
  }

  private static func integer(_ bytes: Span<UInt8>, _ offset: inout Int) throws(Problem) -> UInt64 {
    guard let integer = VariableInteger(bytes, at: offset) else { throw .truncated }
    offset += integer.length
    return integer.value
  }
}

extension QUICPacketHeader {
  /// The versions of a Version Negotiation packet (RFC 9000 section 17.2.1).
  public func offeredVersions(_ bytes: Span<UInt8>) -> [QUICVersion] {
    guard type == .versionNegotiation, end <= bytes.count else { return [] }
    return stride(from: numberOffset, to: end - 3, by: 4).map { QUICVersion(rawValue: bytes.uint32(at: $0)) }
  }

  /// The tag of a Retry packet (RFC 9001 section 5.8).
  public var retryTag: Range<Int> { token.upperBound..<end }
}
