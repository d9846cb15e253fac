import Dissection
import TestSupport
import Testing
import Wire

@Suite("Messages without the rest of the tree")
struct MessagePathTests {
  /// Fields that are found past all headers.
  private static let fields = [
    "http.request.method", "http.request.uri", "http.request.full_uri", "http.time", "http.response.code", "http.host",
    "http.request_in", "http.response_for.uri", "http.file_data", "json.path_with_value", "tcp.segment.count",
    "frame.number",
  ].compactMap { FieldTable.field(named: $0)?.id }

  @Test("have the values that they have in it", arguments: MessageCaptures.names)
  func values(_ name: String) throws {
    let path = MessageCaptures.path(name)
    let whole = try CaptureFile.columns(path, Self.fields, wanted: nil)
    #expect(try CaptureFile.columns(path, Self.fields) == whole)
    // And where fewer are wanted, so that no body and no header field is looked at.
    let few = Array(Self.fields.prefix(4))
    let short = try CaptureFile.columns(path, few)
    #expect(
      short
        == whole.map { $0.split(separator: "\t", omittingEmptySubsequences: false).prefix(4).joined(separator: "\t") })
  }
}

@Suite("Messages and hostile bytes")
struct MessageFuzzTests {
  @Test("never trap, and keep every node inside its bytes", arguments: MessageCaptures.names)
  func hostile(_ name: String) throws {
    let (_, packets) = try MessageCaptures.records(name)
    var random = SeededGenerator(seed: 99)
    for round in 0..<6 {
      var dissector = PacketDissector()
      for (index, packet) in packets.enumerated() {
        var bytes = packet.bytes
        let original = bytes.count
        if bytes.count > 66 {
          for _ in 0..<(round & 3) { bytes[66 + random.below(bytes.count - 66)] = UInt8(random.below(256)) }
          if round >= 3, random.below(4) == 0 { bytes.removeLast(random.below(bytes.count - 60)) }
        }
        if round == 5, random.below(8) == 0 { continue }
        let frame = Frame(
          number: index + 1, timestamp: Timestamp(nanoseconds: Int64(index) * 20_000_000), linkType: .ethernet,
          originalLength: original)
        dissector.dissect(frame, bytes.span)
        let tree = dissector.tree
        for node in tree.nodes {
          let length = node.buffer == 0 ? bytes.count : tree.buffers[Int(node.buffer)].bytes.count
          #expect(node.range.lowerBound >= 0 && node.range.upperBound <= max(length, original))
        }
        _ = FieldTreeText.text(tree, bytes.span)
        _ = FieldTreeJSON.object(tree, frame, bytes.span)
        _ = FieldHexDump(marking: .http).text(tree, bytes.span)
      }
    }
  }
}
