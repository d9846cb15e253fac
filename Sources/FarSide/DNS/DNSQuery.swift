import Wire

/// The parts of a DNS query that a server needs: one question, and EDNS.
struct DNSQuery {
  /// The labels of the question in lower case, without the root.
  let labels: [String]
  let question: DNSQuestion
  /// The version of EDNS (RFC 6891), or nil if the query has no OPT record.
  let edns: UInt8?

  var type: DNSRecordType { question.type }

  /// Reads a query.
  /// - Returns: nil if the message is malformed (a server answers FORMERR).
  init?(_ bytes: [UInt8]) {
    guard let message = try? DNSMessage(bytes.span), message.questions.count == 1 else { return nil }
    question = message.questions[0]
    labels = question.name.labels.map { String(decoding: $0, as: UTF8.self).lowercased() }
    // A name that is compressed, although nothing goes before it, is in no query.
    var written: [UInt8] = []
    question.append(to: &written)
    guard bytes.dropFirst(DNSHeader.length).starts(with: written) else { return nil }
    // RFC 6891 section 6.1.1: more than one OPT is a format error.
    let options = message.additionals.filter { $0.type == .opt }
    guard options.count < 2 else { return nil }
    edns = options.first.map { UInt8(truncatingIfNeeded: $0.timeToLive >> 16) }
  }
}
