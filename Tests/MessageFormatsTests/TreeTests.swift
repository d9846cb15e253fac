import MessageFormats
import TestSupport
import Testing

@Suite struct TreeTests {
  /// A tree of CBOR in the notation of the vectors.
  private static func notation(_ nodes: [CBORNode], _ bytes: [UInt8], _ place: inout Int) -> String {
    let node = nodes[place]
    place += 1
    func children() -> [String] {
      var parts: [String] = []
      while place < nodes.count, nodes[place].depth > node.depth { parts.append(notation(nodes, bytes, &place)) }
      return parts
    }
    switch node.kind {
    case .unsigned: return String(node.argument)
    case .negative: return node.argument == .max ? "-18446744073709551616" : "-\(node.argument + 1)"
    case .bytes, .text:
      let mark = node.kind == .bytes ? "b" : "s"
      guard node.isIndefinite else { return mark + Vectors.hex(bytes[node.value]) }
      return mark + children().map { $0.dropFirst() }.joined()
    case .array: return "[" + children().joined(separator: ",") + "]"
    case .map: return "{" + pairs(children()) + "}"
    case .tag: return "\(node.argument)(\(children().joined()))"
    case .simple:
      let names: [UInt64: String] = [20: "false", 21: "true", 22: "null", 23: "undefined"]
      return names[node.argument] ?? "simple\(node.argument)"
    case .float: return Vectors.hex(double: node.argument)
    }
  }

  private static func notation(_ nodes: [MessagePackNode], _ bytes: [UInt8], _ place: inout Int) -> String {
    let node = nodes[place]
    place += 1
    func children() -> [String] {
      var parts: [String] = []
      while place < nodes.count, nodes[place].depth > node.depth { parts.append(notation(nodes, bytes, &place)) }
      return parts
    }
    switch node.kind {
    case .nil: return "null"
    case .boolean: return node.argument == 1 ? "true" : "false"
    case .unsigned: return String(node.argument)
    case .signed: return String(node.signed)
    case .float: return Vectors.hex(double: node.argument)
    case .text: return "s" + Vectors.hex(bytes[node.value])
    case .bytes: return "b" + Vectors.hex(bytes[node.value])
    case .extension: return "e\(node.signed):" + Vectors.hex(bytes[node.value])
    case .array: return "[" + children().joined(separator: ",") + "]"
    case .map: return "{" + pairs(children()) + "}"
    }
  }

  private static func pairs(_ parts: [String]) -> String {
    stride(from: 0, to: parts.count - 1, by: 2).map { parts[$0] + ":" + parts[$0 + 1] }.joined(separator: ",")
  }

  // What cbor2 wrote, and RFC 8949 appendix A.
  @Test func cborIsReadAsItWasWritten() throws {
    for line in try Vectors.lines("cbor") {
      let bytes = Vectors.bytes(line[0])
      let tree = CBORTree(bytes.span)
      #expect(tree.error == nil, "\(line[0])")
      var place = 0
      #expect(Self.notation(tree.nodes, bytes, &place) == line[1])
      #expect(place == tree.nodes.count && tree.nodes[0].range == bytes.indices)
      // Whatever is cut off its end, it is not whole.
      for count in [0, bytes.count / 2, bytes.count - 1] where count < bytes.count {
        let cut = CBORTree(bytes.span.extracting(0..<count))
        #expect(cut.error != nil)
      }
    }
  }

  // What msgpack wrote.
  @Test func messagePackIsReadAsItWasWritten() throws {
    for line in try Vectors.lines("msgpack") {
      let bytes = Vectors.bytes(line[0])
      let tree = MessagePackTree(bytes.span)
      #expect(tree.error == nil, "\(line[0])")
      var place = 0
      #expect(Self.notation(tree.nodes, bytes, &place) == line[1])
      #expect(place == tree.nodes.count && tree.nodes[0].range == bytes.indices)
      for count in [0, bytes.count / 2, bytes.count - 1] where count < bytes.count {
        let cut = MessagePackTree(bytes.span.extracting(0..<count))
        #expect(cut.error != nil)
      }
    }
  }

  @Test(arguments: ["ff", "1c", "5f01ff", "5f5f4101ffff", "bf01ff", "f800", "61ff", "9b7fffffffffffffff", "0000", "fc"])
  func brokenCBORIsRefused(_ hex: String) {
    let bytes = Vectors.bytes(hex)
    let tree = CBORTree(bytes.span)
    #expect(tree.error != nil)
  }

  @Test func deepTreesAreRefused() {
    let cbor = [UInt8](repeating: 0x81, count: 100_000)
    #expect(CBORTree(cbor.span).error == .tooDeep(at: 512))
    let tags = [UInt8](repeating: 0xC1, count: 100_000)
    #expect(CBORTree(tags.span).error == .tooDeep(at: 512))
    let packed = [UInt8](repeating: 0x91, count: 100_000)
    #expect(MessagePackTree(packed.span).error == .tooDeep(at: 512))
  }

  @Test func sequencesAreSeveralItems() {
    let bytes: [UInt8] = [1, 0x61, 0x61, 0x80]
    let tree = CBORTree(bytes.span, isSequence: true)
    #expect(tree.error == nil && tree.nodes.map(\.depth) == [0, 0, 0])
    let packed: [UInt8] = [1, 0x92, 2, 3, 0xC0]
    let values = MessagePackTree(packed.span, isSequence: true)
    #expect(values.error == nil && values.nodes.map(\.depth) == [0, 0, 1, 1, 0])
  }

  @Test func anyBytesAreTaken() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<FuzzCount.or(2000) {
      let bytes = random.bytes(random.below(60))
      let (cbor, packed) = (CBORTree(bytes.span), MessagePackTree(bytes.span))
      #expect(
        cbor.nodes.allSatisfy { bytes.indices.contains($0.range.lowerBound) && $0.range.upperBound <= bytes.count })
      #expect(packed.nodes.allSatisfy { $0.range.upperBound <= bytes.count })
      _ = ProtobufTree(bytes.span)
    }
  }
}
