import Dissection
import TestSupport
import Testing
import TextOutput
import Wire

@Suite("Messages and hostile bytes")
struct MessageFuzzTests {
  @Test("never trap, and keep every node inside its bytes", arguments: MessageCaptures.names)
  func hostile(_ name: String) throws {
    let (_, packets) = try MessageCaptures.records(name)
    var random = SeededGenerator(seed: 99)
    for round in 0..<6 {
      var dissector = PacketDissector()
      var printer = TreePrinter()
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
        printer.appendText(tree, bytes.span)
        FieldHexDump(marking: .http).append(tree, bytes.span, to: &printer.text)
        printer.appendLines(tree, frame, bytes.span)
        #expect(OutputOracle.harm(in: printer.take().text) == nil)
        // A strict reader of JSON takes longer than all the rest.
        guard index % 8 == 0 else { continue }
        printer.appendObject(tree, frame, bytes.span)
        #expect(OutputOracle.harm(inJSON: Array(printer.take().text.utf8)) == nil)
      }
    }
  }
}
