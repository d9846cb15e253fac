import Dissection
import TestSupport
import Testing

@Suite("The table of fields")
struct FieldTableTests {
  @Test("has every field once, at its own place")
  func places() {
    #expect(FieldTable.fields.count == FieldID.allCases.count)
    for (index, field) in FieldTable.fields.enumerated() {
      #expect(Int(field.id.rawValue) == index, "\(field.name)")
    }
    #expect(Set(FieldTable.fields.map(\.name)).count == FieldTable.fields.count)
  }

  /// `text` is what Wireshark gives to nodes that have no field, and does not list.
  private static let shared = FieldTable.fields.filter {
    $0.id != .text && !$0.name.hasPrefix("exchange") && !Wireshark.newerFields.contains($0.name)
  }

  @Test("agrees with Wireshark on names and types")
  func agreesWithWireshark() throws {
    let known = try Wireshark.definitions()
    #expect(known.count > 10_000)
    for field in Self.shared {
      let types = known[field.name]?.map(\.type) ?? []
      #expect(types.contains(field.type.rawValue), "\(field.name): \(types)")
    }
  }

  /// Labels that are Wireshark's but for capital letters, with the reason: a list that can only shrink.
  private static let coincidences: [String: String] = [
    "dtls.handshake.ciphersuite": "RFC 8446 section 4.1.2", "dtls.handshake.comp_method": "RFC 8446 section 4.1.2",
    "grpc": "gRPC has no other name for it", "http.response.code": "RFC 9110 section 15",
    "ip.dst": "RFC 791 section 3.1", "ip.src": "RFC 791 section 3.1",
    "ipv6.dst": "RFC 8200 section 3", "ipv6.src": "RFC 8200 section 3", "ipv6.flow": "RFC 8200 section 3",
    "sctp.dstport": "RFC 9260 section 3.1", "sctp.srcport": "RFC 9260 section 3.1",
    "tcp.dstport": "RFC 9293 section 3.1", "tcp.srcport": "RFC 9293 section 3.1",
    "tls.handshake.ciphersuite": "RFC 8446 section 4.1.2", "tls.handshake.comp_method": "RFC 8446 section 4.1.2",
    "udp.dstport": "RFC 768", "udp.srcport": "RFC 768",
  ]

  @Test("has labels of its own")
  func labels() throws {
    let known = try Wireshark.definitions()
    let same = Self.shared.filter { field in
      known[field.name]?.contains { $0.label.lowercased() == field.label.lowercased() } == true
    }
    #expect(Set(same.filter { !Self.isFieldOfHTTP($0) }.map(\.name)) == Set(Self.coincidences.keys))
    #expect(FieldTable.fields.allSatisfy { !$0.label.isEmpty && $0.label.first != " " && $0.label.last != " " })
  }

  /// True if the label is the registered name of an HTTP field, which the field's own name ends with (RFC 9110 section 16.3).
  private static func isFieldOfHTTP(_ field: Field) -> Bool {
    guard field.name.hasPrefix("http"), let last = field.name.split(separator: ".").last else { return false }
    let name = String(last.replacing("_", with: "-"))
    return [name, ":" + name].contains(field.label.lowercased()) || name == field.label.lowercased() + "-header"
  }

  @Test("suggests names that are near")
  func suggestions() {
    #expect(FieldTable.suggestions(for: "ip.scr").first == "ip.src")
    #expect(FieldTable.suggestions(for: "tcp.prot").contains("tcp.port"))
    #expect(FieldTable.suggestions(for: "dns.qry.nam").first == "dns.qry.name")
    #expect(FieldTable.suggestions(for: "zzzzzzzzzzzzz").isEmpty)
  }
}
