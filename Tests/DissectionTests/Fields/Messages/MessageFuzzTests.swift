import Dissection
import TestSupport
import Testing
import Wire

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
