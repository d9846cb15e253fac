/// A whole DNS message (RFC 1035 section 4.1).
public struct DNSMessage: Hashable, Sendable {
  /// ID: the same in a query and its answer.
  public var identifier: UInt16
  /// QR, opcode, AA, TC, RD, RA, AD, CD and the response code, as on the wire; see `DNSHeader`.
  public var flags: UInt16
  /// What is asked.
  public var questions: [DNSQuestion]
  /// The answers.
  public var answers: [DNSRecord]
  /// The records that name an authority.
  public var authorities: [DNSRecord]
  /// Further records.
  public var additionals: [DNSRecord]

  /// A message of these parts.
  public init(
    identifier: UInt16, flags: UInt16, questions: [DNSQuestion] = [], answers: [DNSRecord] = [],
    authorities: [DNSRecord] = [], additionals: [DNSRecord] = []
  ) {
    self.identifier = identifier
    self.flags = flags
    self.questions = questions
    self.answers = answers
    self.authorities = authorities
    self.additionals = additionals
  }

  /// Reads the message that fills `range` (all bytes if nil). The counts in the header do not determine how much memory
  /// is reserved.
  public init(_ bytes: Span<UInt8>, in range: Range<Int>? = nil) throws(WireError) {
    let message = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
    guard message.count >= DNSHeader.length else {
      throw WireError(.dns, .truncated, offset: message.lowerBound, required: 12, available: message.count)
    }
    let header = try DNSHeader(bytes, at: message.lowerBound)
    self.init(identifier: header.identifier, flags: header.flags)
    var position = message.lowerBound + DNSHeader.length
    for _ in 0..<header.questionCount {
      questions.append(try DNSQuestion(bytes, message: message, position: &position))
    }
    for _ in 0..<header.answerCount {
      answers.append(try DNSRecord(bytes, message: message, position: &position))
    }
    for _ in 0..<header.authorityCount {
      authorities.append(try DNSRecord(bytes, message: message, position: &position))
    }
    for _ in 0..<header.additionalCount {
      additionals.append(try DNSRecord(bytes, message: message, position: &position))
    }
  }

  /// The header, with the counts of the actual records.
  public var header: DNSHeader {
    DNSHeader(
      identifier: identifier, flags: flags, questionCount: UInt16(clamping: questions.count),
      answerCount: UInt16(clamping: answers.count), authorityCount: UInt16(clamping: authorities.count),
      additionalCount: UInt16(clamping: additionals.count))
  }

  /// Appends the message, without compression.
  public func append(to bytes: inout [UInt8]) {
    header.append(to: &bytes)
    for question in questions { question.append(to: &bytes) }
    for record in answers + authorities + additionals { record.append(to: &bytes) }
  }
}
