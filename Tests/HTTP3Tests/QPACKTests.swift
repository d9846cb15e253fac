import HTTP2
import HTTP3
import TestSupport
import Testing
import Wire

@Suite struct QPACKTests {
  private static func bytes(_ hex: String) -> [UInt8] { QPACKVectors.bytes(hex) }

  /// Takes bytes of the encoder stream; how many instructions they were.
  @discardableResult
  static func feed(_ decoder: inout QPACKDecoder, _ bytes: [UInt8]) throws(QPACKError) -> [QPACKEncoderInstruction] {
    decoder.append(bytes.span)
    var instructions: [QPACKEncoderInstruction] = []
    while let (instruction, _) = try decoder.nextInstruction() { instructions.append(instruction) }
    return instructions
  }

  /// The fields of a section; nil where it has to wait.
  static func decode(
    _ decoder: inout QPACKDecoder, _ section: [UInt8], isLast: Bool = false
  ) throws(QPACKError) -> [TestField]? {
    var block = HPACKFieldBlock()
    guard try decoder.decode(section.span, into: &block, isLast: isLast) == .decoded else { return nil }
    return TestField.all(block)
  }

  // RFC 9204 appendix B.
  @Test func examples() throws {
    var decoder = QPACKDecoder()
    decoder.maxTableCapacity = 220
    let authority = TestField(":authority", "www.example.com")
    #expect(
      try Self.decode(&decoder, Self.bytes("0000 510b 2f69 6e64 6578 2e68 746d 6c")) == [
        TestField(":path", "/index.html")
      ])

    let section = Self.bytes("0381 10 11")
    var block = HPACKFieldBlock()
    #expect(try decoder.decode(section.span, into: &block) == .blocked(requiredInsertCount: 2))
    let first = try Self.feed(
      &decoder, Self.bytes("3fbd01 c00f 7777 772e 6578 616d 706c 652e 636f 6d c10c 2f73 616d 706c 652f 7061 7468"))
    #expect(
      first == [
        .setCapacity(220), .insertWithNameReference(index: 0, isStatic: true),
        .insertWithNameReference(index: 1, isStatic: true),
      ])
    #expect(decoder.table.size == 106)
    #expect(try Self.decode(&decoder, section) == [authority, TestField(":path", "/sample/path")])

    let second = Self.bytes("4a63 7573 746f 6d2d 6b65 790c 6375 7374 6f6d 2d76 616c 7565")
    #expect(try Self.feed(&decoder, second) == [.insertWithLiteralName])
    #expect(decoder.table.size == 160)

    #expect(try Self.feed(&decoder, Self.bytes("02")) == [.duplicate(index: 2)])
    #expect(decoder.table.size == 217)
    #expect(
      try Self.decode(&decoder, Self.bytes("0500 80 c1 81")) == [
        authority, TestField(":path", "/"), TestField("custom-key", "custom-value"),
      ])

    let last = Self.bytes("810d 6375 7374 6f6d 2d76 616c 7565 32")
    #expect(try Self.feed(&decoder, last) == [.insertWithNameReference(index: 1, isStatic: false)])
    #expect(decoder.table.size == 215)
    #expect(decoder.table.count == 4)
    #expect(decoder.table.insertCount == 5)
  }

  // RFC 9204 appendix B: what the decoder says, in any pieces.
  @Test func decoderStream() throws {
    var stream = QPACKDecoderStream()
    var found: [QPACKDecoderInstruction] = []
    for byte in Self.bytes("84 01 48 ff81 01 3f00") {
      var position = 0
      let piece = [byte]
      while let (instruction, _) = try stream.next(piece.span, &position) { found.append(instruction) }
    }
    #expect(
      found == [
        .sectionAcknowledgment(stream: 4), .insertCountIncrement(1), .streamCancellation(stream: 8),
        .sectionAcknowledgment(stream: 256), .insertCountIncrement(63),
      ])
    var broken = QPACKDecoderStream()
    var position = 0
    let long = [UInt8](repeating: 0xFF, count: 12)
    #expect(throws: QPACKError.integerTooLarge) { try broken.next(long.span, &position) }
  }

  // What other people's encoders made, with blocks that come before what they refer to.
  @Test(arguments: QPACKVectors.lists, QPACKVectors.settings) func vectors(_ list: String, _ setting: String) throws {
    var decoder = QPACKDecoder()
    let capacity = try #require(UInt64(setting.prefix { $0 != "." }))
    decoder.maxTableCapacity = capacity
    // The encoders did not say that they use all of it.
    if capacity > 0 { try Self.feed(&decoder, Self.setCapacity(capacity)) }
    var decoded: [UInt64: [TestField]] = [:]
    var waiting: [QPACKVectors.Chunk] = []
    var mostWaiting = 0
    for chunk in try QPACKVectors.encoded("\(list).out.\(setting)") {
      guard chunk.stream == 0 else {
        if let fields = try Self.decode(&decoder, chunk.bytes) {
          decoded[chunk.stream] = fields
        } else {
          waiting.append(chunk)
          mostWaiting = max(mostWaiting, waiting.count)
        }
        continue
      }
      try Self.feed(&decoder, chunk.bytes)
      var rest: [QPACKVectors.Chunk] = []
      for waited in waiting {
        if let fields = try Self.decode(&decoder, waited.bytes) {
          decoded[waited.stream] = fields
        } else {
          rest.append(waited)
        }
      }
      waiting = rest
    }
    #expect(waiting.isEmpty)
    #expect(mostWaiting <= 100)
    let lists = decoded.sorted { $0.key < $1.key }.map(\.value)
    #expect(lists == (try QPACKVectors.fields(list)))
  }

  private static func setCapacity(_ capacity: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    QPACKTestEncoder.append(Int(capacity), prefix: 5, first: 0x20, &bytes)
    return bytes
  }

  @Test func refusesWhatCannotBe() throws {
    var accepted: [String] = []
    for (name, chunks) in try QPACKVectors.errors() {
      var decoder = QPACKDecoder()
      decoder.maxTableCapacity = 4096
      do throws(QPACKError) {
        for chunk in chunks {
          if chunk.stream == 0 {
            try Self.feed(&decoder, chunk.bytes)
            #expect(chunk.bytes.isEmpty)
          } else if try Self.decode(&decoder, chunk.bytes) != nil {
            accepted.append(name)
          }
        }
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    // These two are errors of a draft whose static table had no entries 0 and 62.
    #expect(accepted == ["err9", "err10"])
  }

  @Test(arguments: [
    ("0000 ff24", QPACKError.staticIndex(99)), ("0280 80", .dynamicIndex(0)), ("0580 10", .requiredInsertCount(5)),
    ("0283 80", .base), ("0200 10", .dynamicIndex(0)), ("0000 11", .dynamicIndex(1)),
    ("0000 5f", .truncated), ("0000 2a 61", .truncated), ("0000 2981", .string(.huffmanPadding)),
    ("0000 ffffffffffffffffffffff01", .integerTooLarge),
  ])
  func sections(_ hex: String, _ expected: QPACKError) throws {
    var decoder = QPACKDecoder()
    decoder.maxTableCapacity = 64
    try Self.feed(&decoder, Self.bytes("3f21 c101 61"))
    #expect(throws: expected) { try Self.decode(&decoder, Self.bytes(hex)) }
    // An error of a section says nothing of the table.
    #expect(try Self.decode(&decoder, Self.bytes("0200 80")) == [TestField(":path", "a")])
  }

  @Test(arguments: [
    ("3f22", QPACKError.capacity(65)), ("c1 81 ff", .string(.huffmanPadding)), ("3f21 01", .dynamicIndex(1)),
    ("3f21 8001 61", .dynamicIndex(0)), ("3f21 ff24 01 61", .staticIndex(99)), ("20 c101 61", .entryTooLarge(38)),
    ("5fffff7f", .instructionTooLong(limit: 64 << 10)),
  ])
  func instructions(_ hex: String, _ expected: QPACKError) throws {
    var decoder = QPACKDecoder()
    decoder.maxTableCapacity = 64
    #expect(throws: expected) { try Self.feed(&decoder, Self.bytes(hex)) }
    // What follows is passed over, and nothing is known of the table.
    try Self.feed(&decoder, Self.bytes("3f21 c101 61"))
    #expect(try Self.decode(&decoder, Self.bytes("0200 80 d1")) == [TestField(nil, nil), TestField(":method", "GET")])
  }

  // Random field lists through random tables: an encoder that keeps its table as a list, and a decoder that has to agree.
  @Test(arguments: 0..<40) func roundTrips(_ seed: Int) throws {
    let capacity = [32, 100, 220, 1000, 4096, 20_000][seed % 6]
    var encoder = QPACKTestEncoder(maxCapacity: capacity, seed: UInt64(seed))
    var decoder = QPACKDecoder()
    decoder.maxTableCapacity = UInt64(capacity)
    encoder.resize(capacity)
    for _ in 0..<200 {
      let fields = (0..<encoder.random.below(8)).map { _ in Self.randomField(&encoder.random) }
      if encoder.random.chance(5) { encoder.resize(encoder.random.below(capacity + 1)) }
      for field in fields where encoder.random.chance(60) { encoder.insert(field) }
      let section = encoder.encode(fields)
      let expected = fields.map { TestField(name: $0.name, value: $0.value) }
      let stream = exchange(&encoder.stream, with: [])
      // The encoder stream comes in any pieces, and the section waits for it if it must.
      let split = encoder.random.below(stream.count + 1)
      try Self.feed(&decoder, Array(stream[..<split]))
      // No encoder is further ahead than its table is long, or the count would be ambiguous.
      if encoder.insertCount - Int(decoder.table.insertCount) <= capacity / 32 {
        let early = try Self.decode(&decoder, section)
        #expect(early == nil || early == expected)
      }
      try Self.feed(&decoder, Array(stream[split...]))
      #expect(try Self.decode(&decoder, section) == expected)
      #expect(decoder.table.insertCount == UInt64(encoder.insertCount))
      #expect(decoder.table.size == encoder.table.reduce(0) { $0 + QPACKTestEncoder.size($1) })
    }
  }

  private static func randomField(_ random: inout SeededGenerator) -> QPACKTestEncoder.Field {
    let names = [":authority", ":path", "user-agent", "x-a", "x-b", "accept-encoding", ":status"]
    if random.chance(30), let (name, value) = QPACKTestEncoder.known.values.sorted(by: <).randomElement(using: &random)
    {
      return (Array(name.utf8), Array(value.utf8))
    }
    let value = random.chance(70) ? Array("v\(random.below(6))".utf8) : random.bytes(random.below(60))
    return (Array((names.randomElement(using: &random) ?? "x").utf8), value)
  }

  // Every place at which a stream of instructions, or a section, can end.
  @Test func everyPrefix() throws {
    var encoder = QPACKTestEncoder(maxCapacity: 400, seed: 3)
    encoder.resize(400)
    let fields: [QPACKTestEncoder.Field] = (0..<12).map { _ in Self.randomField(&encoder.random) }
    for field in fields { encoder.insert(field) }
    let section = encoder.encode(fields)
    for count in 0...encoder.stream.count {
      var decoder = QPACKDecoder()
      decoder.maxTableCapacity = 400
      try Self.feed(&decoder, Array(encoder.stream[..<count]))
      try Self.feed(&decoder, Array(encoder.stream[count...]))
      #expect(decoder.table.insertCount == 12)
    }
    var decoder = QPACKDecoder()
    decoder.maxTableCapacity = 400
    try Self.feed(&decoder, encoder.stream)
    for end in 0..<section.count {
      var block = HPACKFieldBlock()
      do throws(QPACKError) {
        _ = try decoder.decode(section.span.extracting(0..<end), into: &block)
        let expected = fields.prefix(block.fields.count).map { TestField(name: $0.name, value: $0.value) }
        #expect(TestField.all(block) == expected)
      } catch {
        #expect(error == .truncated || error == .string(.huffmanPadding))
      }
    }
  }

  // The count wraps around many times (section 4.5.1.1).
  @Test func insertCountWrapsAround() throws {
    var decoder = QPACKDecoder()
    decoder.maxTableCapacity = 100
    var encoder = QPACKTestEncoder(maxCapacity: 100, seed: 1)
    encoder.resize(100)
    for number in 0..<50 {
      encoder.insert((Array("n".utf8), Array("\(number)".utf8)))
      let section = encoder.encode([(Array("n".utf8), Array("\(number)".utf8))])
      try Self.feed(&decoder, exchange(&encoder.stream, with: []))
      #expect(try Self.decode(&decoder, section) == [TestField("n", "\(number)")])
    }
  }

  // Where part of the encoder stream is missing, nothing is made up.
  @Test func missingInstructions() throws {
    var decoder = QPACKDecoder()
    decoder.maxTableCapacity = 220
    try Self.feed(&decoder, Self.bytes("3fbd01 c00f 7777 772e 6578 616d 706c 652e 636f 6d"))
    decoder.forget()
    try Self.feed(&decoder, Self.bytes("c10c 2f73 616d 706c 652f 7061 7468"))
    #expect(
      try Self.decode(&decoder, Self.bytes("0381 10 d1 01 01 61")) == [
        TestField(nil, nil), TestField(":method", "GET"), TestField(nil, "a"),
      ])
  }

  // Before the settings of the other end are known, a count means nothing; one who cannot wait gets no fields of the table.
  @Test func settingsAreAwaited() throws {
    var decoder = QPACKDecoder()
    var block = HPACKFieldBlock()
    let section = Self.bytes("0200 80 d1")
    try Self.feed(&decoder, Self.bytes("3fbd01 c101 61"))
    #expect(try decoder.decode(section.span, into: &block) == .awaitsSettings)
    #expect(try Self.decode(&decoder, section, isLast: true) == [TestField(nil, nil), TestField(":method", "GET")])
    decoder.maxTableCapacity = 220
    #expect(try Self.decode(&decoder, section) == [TestField(":path", "a"), TestField(":method", "GET")])
  }

  // A table that is larger than what we hold: what is not held is unknown, not absent.
  @Test func memoryIsBounded() throws {
    var limits = QPACKDecoder.Limits()
    limits.table = 200
    limits.section = 100
    var decoder = QPACKDecoder(limits: limits)
    decoder.maxTableCapacity = 1 << 20
    var encoder = QPACKTestEncoder(maxCapacity: 1 << 20, seed: 9)
    encoder.resize(1 << 20)
    for number in 0..<1000 { encoder.insert((Array("x-\(number)".utf8), Array("v".utf8))) }
    try Self.feed(&decoder, encoder.stream)
    #expect(decoder.table.insertCount == 1000)
    #expect(decoder.table.size <= 200)
    #expect(decoder.heldBytes < 64 << 10)
    // Required Insert Count 1000, Base 1000: the first entry, and the last.
    var section: [UInt8] = []
    QPACKTestEncoder.append(1001, prefix: 8, first: 0, &section)
    section.append(0)
    QPACKTestEncoder.append(999, prefix: 6, first: 0x80, &section)
    section.append(0x80)
    #expect(try Self.decode(&decoder, section) == [TestField(nil, nil), TestField("x-999", "v")])
    // A section that is larger than the limit.
    var block = HPACKFieldBlock()
    let large = Self.bytes("0000 d1 d1 d1 d1 d1")
    #expect(try decoder.decode(large.span, into: &block) == .decoded)
    #expect(block.fields.count == 2)
    #expect(block.omittedCount == 3)
  }

  @Test func sensitivity() throws {
    var decoder = QPACKDecoder()
    var block = HPACKFieldBlock()
    let section = Self.bytes("0000 7101 61 3161 0162 5101 61")
    #expect(try decoder.decode(section.span, into: &block) == .decoded)
    #expect(block.fields.map(\.isSensitive) == [true, true, false])
  }
}
