import Wire

/// Writes a DNS response: the header, the question, and records about the name of the question.
///
/// The longest response is a question of 255 + 4 bytes with a few addresses or an SOA record, and OPT. It fits into the
/// 512 bytes that every client accepts over UDP, so no response is truncated.
struct DNSResponse {
  /// Response codes (RFC 1035 section 4.1.1, RFC 6891 section 9).
  enum Code {
    static let noError: UInt16 = 0
    static let formatError: UInt16 = 1
    static let serverFailure: UInt16 = 2
    static let noSuchName: UInt16 = 3
    static let notImplemented: UInt16 = 4
    static let refused: UInt16 = 5
    static let badVersion: UInt16 = 16
  }

  /// How long clients may keep an answer for which no rule says it, in seconds.
  static let usualTimeToLive: UInt32 = 60
  /// A compression pointer to the name of the question, which follows the header.
  private static let questionName: [UInt8] = [0xc0, UInt8(DNSHeader.length)]

  var code: UInt16 = Code.noError
  private let timeToLive: UInt32
  private var answers: [[UInt8]] = []
  private var authority: [UInt8] = []

  init(code: UInt16 = Code.noError, timeToLive: UInt32 = usualTimeToLive) {
    self.code = code
    self.timeToLive = timeToLive
  }

  var hasAnswers: Bool { !answers.isEmpty }

  /// Adds an answer about the name of the question.
  mutating func answer(type: DNSRecordType, data: [UInt8]) {
    answers.append(record(name: Self.questionName, type: type, data: data))
  }

  /// Adds the SOA record with which clients can cache "no such name" and "no such record" (RFC 2308).
  mutating func denyWithAuthority() {
    let root: [UInt8] = [0]
    let numbers: [UInt32] = [1, 3600, 600, 86400, timeToLive]
    authority = record(
      name: root, type: .soa, data: root + root + numbers.flatMap(Self.bytes))
  }

  /// The message that answers the query with `header`. `query` is the part of it that could be parsed.
  func message(to header: DNSHeader, query: DNSQuery?) -> [UInt8] {
    let isResponse: UInt16 = 0x8000
    let authoritative: UInt16 = 0x0400
    let recursionAvailable: UInt16 = 0x0080
    // The opcode and RD are copied from the query.
    let flags = isResponse | (header.flags & 0x7900) | authoritative | recursionAvailable | (code & 0xf)
    let hasOptions = query?.edns != nil
    let counts: [UInt16] = [
      query == nil ? 0 : 1, UInt16(answers.count), authority.isEmpty ? 0 : 1, hasOptions ? 1 : 0,
    ]
    var message = ([header.identifier, flags] + counts).flatMap(Self.bytes)
    query?.question.append(to: &message)
    message += answers.joined()
    message += authority
    if hasOptions {
      message += options
    }
    return message
  }

  /// The OPT record: the server's UDP payload size, the upper bits of the code, version 0, no options (RFC 6891
  /// section 6.1.3).
  private var options: [UInt8] {
    [0] + Self.bytes(DNSRecordType.opt.rawValue) + Self.bytes(UInt16(1232)) + [UInt8(code >> 4), 0, 0, 0, 0, 0]
  }

  private func record(name: [UInt8], type: DNSRecordType, data: [UInt8]) -> [UInt8] {
    let internet: UInt16 = 1
    return name + Self.bytes(type.rawValue) + Self.bytes(internet) + Self.bytes(timeToLive)
      + Self.bytes(UInt16(data.count)) + data
  }

  private static func bytes<Integer: FixedWidthInteger>(_ value: Integer) -> [UInt8] {
    (1...Integer.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> Integer(Integer.bitWidth - 8 * $0)) }
  }
}
