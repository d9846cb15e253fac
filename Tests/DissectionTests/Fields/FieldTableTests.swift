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
  @Test("agrees with Wireshark on names, types and labels")
  func agreesWithWireshark() throws {
    var known: [String: Set<String>] = [:]
    for line in try Wireshark.run(["-G", "fields"]).output.split(separator: "\n") {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      if columns[0] == "F" {
        known[String(columns[2]), default: []].insert("\(columns[3]) \(columns[1])")
      } else if columns[0] == "P" {
        known[String(columns[2]), default: []].insert("FT_PROTOCOL \(columns[1])")
      }
    }
    #expect(known.count > 10_000)
    for field in FieldTable.fields where field.id != .text && !field.name.hasPrefix("exchange") {
      guard !Wireshark.newerFields.contains(field.name) else { continue }
      let definitions = known[field.name] ?? []
      #expect(definitions.contains("\(field.type.rawValue) \(field.label)"), "\(field.name): \(definitions)")
    }
  }

  @Test("suggests names that are near")
  func suggestions() {
    #expect(FieldTable.suggestions(for: "ip.scr").first == "ip.src")
    #expect(FieldTable.suggestions(for: "tcp.prot").contains("tcp.port"))
    #expect(FieldTable.suggestions(for: "dns.qry.nam").first == "dns.qry.name")
    #expect(FieldTable.suggestions(for: "zzzzzzzzzzzzz").isEmpty)
  }
}
