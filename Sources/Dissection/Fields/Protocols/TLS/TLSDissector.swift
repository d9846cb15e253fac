import TextOutput
import Wire

/// TLS (RFC 8446, RFC 5246): records, and what can be read without keys.
enum TLSDissector {
  static func dissect(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ facts: TLSFacts
  ) throws(DissectionStop) {
    let mark = tree.beginProtocol(.tls, start..<bytes.count, text: "Transport Layer Security")
    var position = start
    while position < bytes.count { try record(&tree, bytes, &position, facts) }
    tree.end(mark)
  }

  private static func record(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ position: inout Int, _ facts: TLSFacts
  ) throws(DissectionStop) {
    let start = position
    let type = try bytes.byte(start)
    let version = UInt16(truncatingIfNeeded: try bytes.number(2, at: start + 1))
    let length = Int(try bytes.number(2, at: start + 3))
    let content = start + 5..<min(bytes.count, start + 5 + length)
    let mark = tree.begin(.tlsRecord, start..<content.upperBound, .none)
    let isOpaque = type == 23 && facts.session.version == 0x0304
    tree.add(isOpaque ? .tlsRecordOpaqueType : .tlsRecordContentType, start..<start + 1, .unsigned(UInt64(type)))
    try tree.number(.tlsRecordVersion, bytes, start + 1, 2)
    try tree.number(.tlsRecordLength, bytes, start + 3, 2)
    let inside = bytes.extracting(0..<content.upperBound)
    let what = try addContent(&tree, inside, content, type, facts)
    let name = TLSRecord.name(facts.session.version ?? version)
    tree.setText(mark, "\(name) Record Layer: \(what)")
    tree.end(mark)
    position = start + 5 + length
    try bytes.need(length, at: start + 5)
  }

  private static func addContent(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ content: Range<Int>, _ type: UInt8, _ facts: TLSFacts
  ) throws(DissectionStop) -> String {
    switch type {
    case 20:
      facts.session.changeCipher(facts.side)
      tree.add(.tlsChangeCipherSpec, content, .none, text: "Change Cipher Spec Message")
      return "Change Cipher Spec Protocol: Change Cipher Spec"
    case 21: return try addAlert(&tree, bytes, content)
    case 22:
      if facts.session.isEncrypted(facts.side) {
        tree.add(.tlsHandshake, content, .none, text: "Handshake Protocol: Encrypted Handshake Message")
        return "Handshake Protocol: Encrypted Handshake Message"
      }
      return "Handshake Protocol: \(try TLSHandshakeFields.add(&tree, bytes, content, facts))"
    case 23:
      tree.add(
        .tlsAppData, content, .bytes,
        text: "Encrypted Application Data: \(TextFormat.hex([UInt8](bytes.extracting(content)).prefix(36)))"
          + (content.count > 36 ? "…" : ""))
      return "Application Data Protocol: Application Data"
    default: return "Heartbeat"
    }
  }

  private static func addAlert(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ content: Range<Int>)
    throws(DissectionStop) -> String
  {
    guard content.count == 2 else {
      let mark = tree.begin(.tlsAlertMessage, content, .none, text: "Alert Message: Encrypted Alert")
      tree.end(mark)
      return "Encrypted Alert"
    }
    let mark = tree.begin(.tlsAlertMessage, content, .none, text: "Alert Message")
    let level = try tree.number(.tlsAlertMessageLevel, bytes, content.lowerBound, 1)
    let reason = try tree.number(.tlsAlertMessageDesc, bytes, content.lowerBound + 1, 1)
    tree.end(mark)
    let names = (ValueNames.tlsAlertMessageLevel[level], ValueNames.tlsAlertMessageDesc[reason])
    return "Alert (Level: \(names.0 ?? String(level)), Description: \(names.1 ?? String(reason)))"
  }
}
