import Dissection
import Glibc
import TestSupport
import Testing
import TextOutput
import Wire

@Suite("Dissectors and hostile bytes")
struct DissectorFuzzTests {
  /// How many packets each link type gets; HEADWIND_FUZZ_COUNT says more.
  private static let count = FuzzCount.or(1500)

  @Test(
    "never trap, and keep every node inside its bytes",
    arguments: [LinkType.ethernet, .linuxSLL, .linuxSLL2, .null, .loop, .raw])
  func hostile(_ linkType: LinkType) {
    var generator = FrameGenerator(seed: 4711 + UInt64(linkType.rawValue), linkType: linkType)
    var dissector = PacketDissector()
    var printer = TreePrinter()
    for number in 1...Self.count {
      let generated = generator.next()
      let frame = Frame(
        number: number, timestamp: Timestamp(nanoseconds: Int64(number) * 1_000_003), linkType: linkType,
        originalLength: generated.originalLength)
      dissector.dissect(frame, generated.bytes.span)
      let tree = dissector.tree
      #expect(tree.nodes.first?.field == .frame)
      for node in tree.nodes {
        _ = tree.bytes(of: node, frame: generated.bytes.span)
        #expect(node.range.lowerBound >= 0 && Int(node.buffer) < tree.buffers.count)
      }
      let summary = PacketSummary(tree)
      #expect(OutputOracle.harm(in: "\(summary.name) \(summary.source) \(summary.destination) \(summary.info)") == nil)
      #expect(summary.info.count < 4000)
      printer.appendText(tree, generated.bytes.span)
      #expect(OutputOracle.harm(in: printer.take().text) == nil)
      printer.appendObject(tree, frame, generated.bytes.span)
      #expect(OutputOracle.harm(inJSON: Array(printer.take().text.utf8)) == nil)
      printer.appendLines(tree, frame, generated.bytes.span)
      #expect(OutputOracle.harm(in: printer.take().text) == nil)
    }
  }
}
