import MessageFormats
import TestSupport
import Testing

@Suite struct ProtobufTests {
  private static func vector(_ name: String) throws -> [UInt8] {
    let line = try #require(try Vectors.lines("protobuf").first { $0[0] == name })
    return Vectors.bytes(line[1])
  }

  @Test func namesComeFromADescriptor() throws {
    let schema = try #require(ProtobufSchema(descriptorSet: try Self.vector("descriptor")))
    #expect(
      schema.messages.map(\.name).sorted() == [
        "weather.v1.Place", "weather.v1.Report", "weather.v1.Report.Gust", "weather.v1.Report.GustsByHourEntry",
        "weather.v1.Report.NotesEntry",
      ])
    let method = try #require(schema.method(path: "/weather.v1.Weather/Watch"))
    #expect(method.input == "weather.v1.Place" && method.output == "weather.v1.Report")
    #expect(method.isServerStreaming && !method.isClientStreaming)
    #expect(schema.enums["weather.v1.Sky"]?[2] == "OVERCAST")

    let bytes = try Self.vector("message")
    let tree = ProtobufTree(bytes.span, message: "weather.v1.Report", schema: schema)
    #expect(tree.stop == nil)
    let lines = tree.nodes.map { node -> String in
      let name = schema.field(of: node)?.name ?? "?"
      let value: String
      switch node.content {
      case .message: value = ""
      case .text: value = String(decoding: bytes[node.value], as: UTF8.self)
      case .bytes: value = Vectors.hex(bytes[node.value])
      case .packed:
        value = (tree.packedValues(node, bytes.span) ?? []).map { "\(Int64(bitPattern: $0))" }.joined(separator: " ")
      case .number:
        switch schema.field(of: node)?.type {
        case .double: value = "\(Double(bitPattern: node.bits))"
        case .float: value = "\(Float(bitPattern: UInt32(node.bits)))"
        default: value = "\(node.bits)"
        }
      }
      return "\(node.depth) \(name) \(value)"
    }
    #expect(
      lines == [
        "0 place ", "1 name Cape Horn", "1 latitude -55.98", "1 altitude 23", "0 sky 2", "0 gusts ", "1 speed 44",
        "1 at 1099511627776", "0 gusts ", "1 speed 60", "0 temperatures 3 -1 200", "0 raw 00ff07", "0 notes ",
        "1 key by",
        "1 value Ö", "0 pressure 1.5", "0 is_final 1",
      ])
  }

  // What protoc makes of the same file.
  @Test func sourcesSayWhatTheirDescriptorSays() throws {
    let source = try Self.vector("source")
    let read = try #require(ProtobufSchema(sources: [source]))
    let expected = try #require(ProtobufSchema(descriptorSet: try Self.vector("descriptor")))
    #expect(read.enums == expected.enums)
    #expect(read.methods == expected.methods)
    let (ours, theirs) = (read.messages.sorted { $0.name < $1.name }, expected.messages.sorted { $0.name < $1.name })
    #expect(ours.map(\.name) == theirs.map(\.name))
    for (one, other) in zip(ours, theirs) {
      #expect(one.fields == other.fields.sorted { $0.number < $1.number }, "\(one.name)")
    }
    // Whatever is cut off, or changed, nothing traps.
    var random = SeededGenerator(seed: 1)
    for _ in 0..<FuzzCount.or(300) {
      var broken = Array(source.prefix(random.below(source.count)))
      for _ in 0..<random.below(5) where !broken.isEmpty {
        broken[random.below(broken.count)] = source[random.below(source.count)]
      }
      _ = ProtobufSchema(sources: [broken])
    }
    let old = Array(
      "message A { optional group B = 1 { required int32 c = 2; } extensions 4 to max; } extend A { optional C d = 5; }"
        .utf8)
    let group = try #require(ProtobufSchema(sources: [old]))
    #expect(group.messages.map(\.name) == ["A", "A.B"])
    #expect(group.messages[0].fields.first?.type == .group && group.messages[0].fields.first?.typeName == "A.B")
  }

  @Test func withoutASchemaGuessesAreCareful() throws {
    let bytes = try Self.vector("message")
    let tree = ProtobufTree(bytes.span)
    #expect(tree.stop == nil)
    let fields = tree.nodes.filter { $0.depth == 0 }
    #expect(fields.map(\.number) == [1, 2, 3, 3, 4, 5, 6, 7, 9])
    #expect(
      fields.map(\.content) == [.message, .number, .message, .message, .bytes, .bytes, .message, .number, .number])
    // The ranges cover the message without gaps.
    #expect(fields.map(\.range.lowerBound) == [0] + fields.dropLast().map(\.range.upperBound))
    #expect(tree.nodes.first { $0.content == .text }.map { Array(bytes[$0.value]) } == Array("Cape Horn".utf8))
  }

  @Test(arguments: ["00", "07", "08", "0aff", "0a02", "0b0c", "0b", "0b14", "0900", "f8ffffffff01"])
  func brokenMessagesAreRefused(_ hex: String) {
    let bytes = Vectors.bytes(hex)
    let tree = ProtobufTree(bytes.span)
    #expect((tree.stop == nil) == (hex == "0b0c"))
  }

  @Test func deepMessagesTakeBoundedWork() {
    // Each message holds the next one.
    var bytes: [UInt8] = [8, 1]
    for _ in 0..<200 {
      bytes =
        [10] + (bytes.count < 128 ? [UInt8(bytes.count)] : [UInt8(bytes.count & 127 | 128), UInt8(bytes.count >> 7)])
        + bytes
    }
    let tree = ProtobufTree(bytes.span)
    #expect(tree.stop == nil)
    #expect(tree.nodes.map(\.depth).max() == 32)
    let groups = [UInt8](repeating: 0x0B, count: 100_000)
    #expect(ProtobufTree(groups.span).stop == .malformed(at: 32))
    #expect(ProtobufSchema(descriptorSet: Array(groups.prefix(100))) == nil)
  }
}
