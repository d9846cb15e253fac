/// The twelve bytes at the start of a DNS message (RFC 1035 section 4.1.1).
struct DNSHeader {
  static let length = 12

  var id: UInt16
  var flags: UInt16
  var questions: UInt16
  var answers: UInt16
  var authorities: UInt16
  var additionals: UInt16

  init?(_ message: [UInt8]) {
    var reader = DNSReader(message, from: 0)
    guard let id = reader.readUInt16(), let flags = reader.readUInt16(), let questions = reader.readUInt16(),
      let answers = reader.readUInt16(), let authorities = reader.readUInt16(), let additionals = reader.readUInt16()
    else { return nil }
    self.id = id
    self.flags = flags
    self.questions = questions
    self.answers = answers
    self.authorities = authorities
    self.additionals = additionals
  }

  var isResponse: Bool { flags & 0x8000 != 0 }
  var opcode: UInt16 { (flags >> 11) & 0xf }
  /// RD: copied into the response.
  var recursionDesired: UInt16 { flags & 0x0100 }
}
