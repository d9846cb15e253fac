/// The parts of a DNS query that a server needs: one question, and EDNS.
struct DNSQuery {
  enum RecordType {
    static let a: UInt16 = 1
    static let soa: UInt16 = 6
    static let ptr: UInt16 = 12
    static let aaaa: UInt16 = 28
    static let opt: UInt16 = 41
    static let any: UInt16 = 255
  }

  /// The labels of the question in lower case, without the root.
  var labels: [String]
  /// The bytes of the question in the message: name, type and class.
  var question: [UInt8]
  var type: UInt16
  var recordClass: UInt16
  /// The version of EDNS (RFC 6891), or nil if the query has no OPT record.
  var edns: UInt8?

  /// Reads the query after its header.
  /// - Returns: nil if the message is malformed (a server answers FORMERR).
  init?(_ message: [UInt8], header: DNSHeader) {
    guard header.questions == 1 else { return nil }
    var reader = DNSReader(message, from: DNSHeader.length)
    guard let labels = reader.readLabels(), let type = reader.readUInt16(), let recordClass = reader.readUInt16() else {
      return nil
    }
    self.labels = labels
    self.type = type
    self.recordClass = recordClass
    self.question = Array(message[DNSHeader.length..<reader.offset])
    guard reader.skipRecords(Int(header.answers) + Int(header.authorities)) else { return nil }
    for _ in 0..<header.additionals {
      guard let record = reader.readRecord() else { return nil }
      guard record.type == RecordType.opt else { continue }
      // RFC 6891 section 6.1.1: more than one OPT is a format error.
      guard edns == nil else { return nil }
      edns = UInt8(truncatingIfNeeded: record.ttl >> 16)
    }
  }
}
