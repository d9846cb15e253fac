/// The header of a DNS message (RFC 1035 section 4.1.1).
public struct DNSHeader: Hashable, Sendable {
  /// 12 bytes.
  public static let length: Int = 12

  /// ID: the same in a query and its answer.
  public var identifier: UInt16
  /// QR, opcode, AA, TC, RD, RA, AD, CD and the response code, as on the wire.
  public var flags: UInt16
  /// QDCOUNT.
  public var questionCount: UInt16
  /// ANCOUNT.
  public var answerCount: UInt16
  /// NSCOUNT.
  public var authorityCount: UInt16
  /// ARCOUNT.
  public var additionalCount: UInt16

  /// A header of these values.
  public init(
    identifier: UInt16, flags: UInt16, questionCount: UInt16 = 0, answerCount: UInt16 = 0, authorityCount: UInt16 = 0,
    additionalCount: UInt16 = 0
  ) {
    self.identifier = identifier
    self.flags = flags
    self.questionCount = questionCount
    self.answerCount = answerCount
    self.authorityCount = authorityCount
    self.additionalCount = additionalCount
  }

  /// - Throws: `WireError` if it is truncated or malformed.
  public init(_ bytes: Span<UInt8>, at offset: Int) throws(WireError) {
    try WireError.require(12, of: bytes, at: offset, .dns)
    identifier = bytes.uint16(at: offset)
    flags = bytes.uint16(at: offset + 2)
    questionCount = bytes.uint16(at: offset + 4)
    answerCount = bytes.uint16(at: offset + 6)
    authorityCount = bytes.uint16(at: offset + 8)
    additionalCount = bytes.uint16(at: offset + 10)
  }

  /// QR: whether it is an answer.
  public var isResponse: Bool { flags & 0x8000 != 0 }
  /// 0 is a standard query.
  public var opcode: UInt8 { UInt8(flags >> 11 & 0x0F) }
  /// AA: whether the server is an authority for the name.
  public var isAuthoritative: Bool { flags & 0x0400 != 0 }
  /// TC: whether something is missing, and TCP is to be used.
  public var isTruncated: Bool { flags & 0x0200 != 0 }
  /// RD: whether the server is to ask others.
  public var recursionDesired: Bool { flags & 0x0100 != 0 }
  /// RA: whether the server asks others.
  public var recursionAvailable: Bool { flags & 0x0080 != 0 }
  /// 0 no error, 2 server failure, 3 no such name.
  public var responseCode: UInt8 { UInt8(flags & 0x0F) }

  /// Appends it in wire format.
  public func append(to bytes: inout [UInt8]) {
    for field in [identifier, flags, questionCount, answerCount, authorityCount, additionalCount] {
      bytes.append(bigEndian: field)
    }
  }
}
