import Dissection
import TestSupport
import Testing
import Wire

@Suite("Fields agree with tshark")
struct FieldOracleTests {
  /// What the headers and the analysis of a conversation say. Protocols above TCP are compared elsewhere.
  static let prefixes = [
    "frame.", "eth.", "vlan.", "arp.", "ip.", "ipv6.", "icmp", "igmp.", "udp.", "tcp.", "dns.", "dhcp.",
  ]

  /// Fields that differ on purpose: what we do not resolve, or what depends on reassembly of the payload.
  static let excluded: Set<String> = [
    "frame.protocols",
    "tcp.segment_data", "tcp.segment", "tcp.segments", "tcp.segment.count", "tcp.reassembled.length",
    "tcp.reassembled.data", "tcp.pdu.size", "tcp.payload",
  ]

  @Test("of every packet, value by value")
  func values() throws {
    let fields = FieldTable.fields.filter { field in
      field.type != .none && field.type != .protocol && !Self.excluded.contains(field.name)
        && !CaptureHindsight.fields.contains(field.id)
        && Self.prefixes.contains { field.name.hasPrefix($0) }
    }
    try SampleCaptures.each { path in
      let ours = try CaptureFile.columns(path, fields.map(\.id)).map {
        $0.split(separator: "\t", omittingEmptySubsequences: false)
      }
      let arguments = ["-T", "fields"] + fields.flatMap { ["-e", $0.name] }
      let theirs = try Wireshark.read(path, arguments).map {
        $0.split(separator: "\t", omittingEmptySubsequences: false)
      }
      #expect(ours.count == theirs.count, "\(path)")
      var differences: [String: String] = [:]
      var counts: [String: Int] = [:]
      for (row, (own, other)) in zip(ours, theirs).enumerated() {
        for (column, field) in fields.enumerated() where column < own.count && column < other.count {
          guard own[column] != other[column] else { continue }
          counts[field.name, default: 0] += 1
          if differences[field.name] == nil {
            differences[field.name] =
              "packet \(row + 1): \(own[column].prefix(80)) instead of \(other[column].prefix(80))"
          }
        }
      }
      for (name, difference) in differences.sorted(by: { $0.key < $1.key }) {
        Issue.record("\(path.split(separator: "/").last ?? ""): \(name) (\(counts[name] ?? 0) times), \(difference)")
      }
    }
  }
}
