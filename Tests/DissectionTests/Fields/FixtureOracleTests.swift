import Dissection
import TestSupport
import Testing
import Wire

/// Every field of ours in every packet of the fixtures, above and below TCP and UDP, beside tshark's value.
@Suite("Fields of the fixtures agree with tshark")
struct FixtureOracleTests {
  /// The file that a packet is from, and what tshark finds in it: the last two columns.
  private static let marks = ["frame.interface_name", "frame.protocols"]

  @Test("of every packet, value by value")
  func values() throws {
    try TemporaryFolder.with { directory in
      let path = directory + "/fixtures.pcapng"
      try FixtureCapture.write(to: path)
      let fields = FieldTable.fields.filter {
        !Self.marks.contains($0.name) && $0.id != .text && !$0.name.hasPrefix("exchange")
          && !CaptureHindsight.fields.contains($0.id)
          && $0.type != .protocol && !Wireshark.newerFields.union(Wireshark.sentences).contains($0.name)
      }
      try compare(path, fields, [])
      try compare(path, FieldTable.fields.filter { CaptureHindsight.fields.contains($0.id) }, ["-2"])
    }
  }

  private func compare(_ path: String, _ fields: [Field], _ options: [String]) throws {
    let fields = fields + Self.marks.compactMap { FieldTable.field(named: $0) }
    let ours = try CaptureFile.columns(path, fields.map(\.id), twice: !options.isEmpty)
    let arguments =
      options + ["-o", "tcp.reassemble_out_of_order:TRUE", "-T", "fields"]
      + fields.flatMap { ["-e", $0.name] }
    let theirs = try Wireshark.read(path, arguments)
    #expect(ours.count == theirs.count && ours.count > 1000)
    var intended = IntendedDifferences()
    var found: [String: [String: String]] = [:]
    for (own, other) in zip(ours, theirs) {
      let (left, right) = (Self.columns(own), Self.columns(other))
      try #require(left.count == right.count && left.count == fields.count)
      let (file, protocols) = (left[fields.count - 2], right[fields.count - 1])
      for (column, field) in fields.enumerated() where left[column] != right[column] {
        guard !intended.has(field.name, file: String(file), protocols: String(protocols)) else { continue }
        found[String(file), default: [:]][field.name] =
          "\(left[column].prefix(60)) instead of \(right[column].prefix(60))"
      }
    }
    for (file, differences) in found.sorted(by: { $0.key < $1.key }) {
      let lines = differences.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)" }
      Issue.record("\(file):\n\(lines.joined(separator: "\n"))")
    }
    if options.isEmpty { #expect(intended.unused == [], "differences that are none any more") }
  }

  private static func columns(_ line: some StringProtocol) -> [Substring] {
    Substring(line).split(separator: "\t", omittingEmptySubsequences: false)
  }
}
