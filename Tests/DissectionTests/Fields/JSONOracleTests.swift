import Dissection
import Foundation
import Testing
import TextOutput

/// `-T json` and `-T ek` beside tshark's, whole packets of the recorded captures: names, values and what lies in what.
@Suite("JSON has tshark's values and shape")
struct JSONOracleTests {
  private static let captures = ["clean", "cancel", "slow-net"].map { name in
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return root.appending(path: "captures/recorded/\(name).pcapng").path
  }

  /// Where ours differs on purpose, by the last name on the way to a value; the one list, with the reasons.
  private static let intended: [String: String] = [
    "eth.dst.oui_resolved": "names of vendors are not looked up", "eth.src.oui_resolved": "the same",
    "eth.addr.oui_resolved": "the same",
  ]
  private static let lists = "the list of segments lies in the protocol that they carry, not beside it"
  private static let intendedInLines: [String: String] = [
    "tcp_tcp_segments": lists, "tcp_tcp_segment": lists, "tcp_tcp_segment_count": lists,
    "tcp_tcp_reassembled_length": lists, "tcp_tcp_reassembled_data": lists,
  ]

  @Test("json, packet by packet", arguments: captures)
  func json(_ capture: String) throws {
    let settings = ["-o", "tcp.reassemble_out_of_order:TRUE", "-T", "json", "--no-duplicate-keys"]
    let theirs = try Wireshark.read(capture, settings).joined(separator: "\n")
    var dissector = PacketDissector()
    var printer = TreePrinter()
    var ours: [String] = []
    try CaptureFile.read(capture) { frame, bytes, notes in
      dissector.dissect(frame, bytes, notes: notes)
      dissector.markDisplayed()
      printer.appendObject(dissector.tree, frame, bytes)
      ours.append(printer.take().text)
    }
    try compare(try Self.list("[" + ours.joined(separator: ",") + "]"), try Self.list(theirs), capture, exactly: true)
  }

  @Test("ek, packet by packet", arguments: captures)
  func lines(_ capture: String) throws {
    let theirs = try Wireshark.read(capture, ["-o", "tcp.reassemble_out_of_order:TRUE", "-T", "ek"])
    var dissector = PacketDissector()
    var printer = TreePrinter()
    var ours: [String] = []
    try CaptureFile.read(capture) { frame, bytes, notes in
      dissector.dissect(frame, bytes, notes: notes)
      dissector.markDisplayed()
      printer.appendLines(dissector.tree, frame, bytes)
      ours += printer.take().text.split(separator: "\n").map(String.init)
    }
    try compare(
      try Self.list("[" + ours.joined(separator: ",") + "]"),
      try Self.list("[" + theirs.joined(separator: ",") + "]"), capture, exactly: false)
  }

  private static func list(_ text: String) throws -> [Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [Any])
  }

  /// - Parameter exactly: whether nothing may be there that tshark lacks: its `ek` has names twice, of which readers lose all
  ///   values but the last.
  private func compare(_ ours: [Any], _ theirs: [Any], _ capture: String, exactly: Bool) throws {
    #expect(ours.count == theirs.count && ours.count > 5)
    for (number, (own, other)) in zip(ours, theirs).enumerated() {
      var (left, right): ([String: Int], [String: Int]) = ([:], [:])
      Self.flatten(own, "", &left)
      Self.flatten(other, "", &right)
      for (value, count) in left where exactly && right[value] != count && !Self.isIntended(value) {
        Issue.record("\(capture), item \(number + 1): \(count) times \(value.prefix(200)), tshark \(right[value] ?? 0)")
      }
      for (value, count) in right where left[value] == nil && !Self.isIntended(value) {
        Issue.record("\(capture), item \(number + 1): tshark has \(count) times \(value.prefix(200))")
      }
    }
  }

  private static func isIntended(_ value: String) -> Bool {
    let path = value.prefix { $0 != "=" }
    return intended.keys.contains { path.hasSuffix("/" + $0) || path.hasSuffix($0.replacing(".", with: "_")) }
      || intendedInLines.keys.contains { path.hasSuffix("/layers/" + $0) }
  }

  /// A node without a field is named by its heading, whose words are our own, and says nothing itself.
  private static func isHeading(_ key: String) -> Bool {
    let name = key.hasSuffix("_tree") ? String(key.dropLast(5)) : key
    return name == "text" || name.contains(" ") || name.contains("\\")
      || name.first?.isUppercase == true && !name.contains(".") && !name.contains("_")
  }

  private static func isSentence(_ key: String) -> Bool {
    Wireshark.sentences.contains { key == $0 || key.hasSuffix($0.replacing(".", with: "_")) }
  }

  /// Counts the values below an object by the names on the way to them; lists and headings add nothing to the way.
  private static func flatten(_ item: Any, _ path: String, _ found: inout [String: Int]) {
    switch item {
    case let object as [String: Any]:
      for (key, value) in object where !isSentence(key) {
        guard isHeading(key) else { flatten(value, path + "/" + key, &found); continue }
        for inner in value as? [Any] ?? [value] where inner is [String: Any] { flatten(inner, path, &found) }
      }
    case let list as [Any]: for value in list { flatten(value, path, &found) }
    default: found["\(path)=\(item)", default: 0] += 1
    }
  }
}
