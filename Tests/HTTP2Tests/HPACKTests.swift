import HTTP2
import TestSupport
import Testing

@Suite struct HPACKTests {
  typealias Field = ConnectionLog.Field

  static func bytes(_ hex: some StringProtocol) -> [UInt8] {
    let digits = hex.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  static func field(_ name: String, _ value: String) -> Field {
    Field(name: Array(name.utf8), value: Array(value.utf8))
  }

  private static func decode(_ decoder: inout HPACKDecoder, _ hex: String) throws -> [Field] {
    var block = HPACKFieldBlock()
    try decoder.decode(bytes(hex), into: &block)
    #expect(block.flaws.isEmpty && block.omittedCount == 0)
    return ConnectionLog.fields(block)
  }

  // RFC 7541 appendix C.2: one representation each.
  @Test func representations() throws {
    let cases: [(String, Field, HPACKField.Representation, Int)] = [
      (
        "400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572", Self.field("custom-key", "custom-header"),
        .literalWithIndexing, 55
      ),
      ("040c 2f73 616d 706c 652f 7061 7468", Self.field(":path", "/sample/path"), .literalWithoutIndexing, 0),
      ("1008 7061 7373 776f 7264 0673 6563 7265 74", Self.field("password", "secret"), .neverIndexed, 0),
      ("82", Self.field(":method", "GET"), .indexed, 0),
    ]
    for (hex, expected, representation, size) in cases {
      var decoder = HPACKDecoder()
      var block = HPACKFieldBlock()
      try decoder.decode(Self.bytes(hex), into: &block)
      #expect(ConnectionLog.fields(block) == [expected])
      #expect(block.fields[0].representation == representation)
      #expect(block.fields[0].isSensitive == (representation == .neverIndexed))
      #expect(decoder.table.size == size)
    }
  }

  // RFC 7541 appendices C.3 and C.4: requests, without and with Huffman coding.
  @Test(arguments: [
    [
      "8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d", "8286 84be 5808 6e6f 2d63 6163 6865",
      "8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65",
    ],
    [
      "8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff", "8286 84be 5886 a8eb 1064 9cbf",
      "8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf",
    ],
  ])
  func requests(_ blocks: [String]) throws {
    var decoder = HPACKDecoder()
    let common = [(":method", "GET"), (":scheme", "http"), (":path", "/"), (":authority", "www.example.com")]
    #expect(try Self.decode(&decoder, blocks[0]) == common.map(Self.field))
    #expect(decoder.table.size == 57)
    #expect(try Self.decode(&decoder, blocks[1]) == (common + [("cache-control", "no-cache")]).map(Self.field))
    #expect(decoder.table.size == 110)
    let third = [
      (":method", "GET"), (":scheme", "https"), (":path", "/index.html"), (":authority", "www.example.com"),
      ("custom-key", "custom-value"),
    ]
    #expect(try Self.decode(&decoder, blocks[2]) == third.map(Self.field))
    #expect(decoder.table.size == 164)
    #expect(decoder.table.count == 3)
  }

  // RFC 7541 appendices C.5 and C.6: responses, with a table of 256 octets.
  @Test(arguments: [
    [
      """
      4803 3330 3258 0770 7269 7661 7465 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3120 474d 546e
      1768 7474 7073 3a2f 2f77 7777 2e65 7861 6d70 6c65 2e63 6f6d
      """, "4803 3330 37c1 c0bf",
      """
      88c1 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3220 474d 54c0 5a04 677a 6970 7738 666f 6f3d
      4153 444a 4b48 514b 425a 584f 5157 454f 5049 5541 5851 5745 4f49 553b 206d 6178 2d61 6765 3d33 3630 303b 2076 6572
      7369 6f6e 3d31
      """,
    ],
    [
      """
      4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad 1718 63c7 8f0b
      97c8 e9ae 82ae 43d3
      """, "4883 640e ffc1 c0bf",
      """
      88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad 94e7 821d d7f2 e6c7 b335 dfdf
      cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106 3d50 07
      """,
    ],
  ])
  func responses(_ blocks: [String]) throws {
    var decoder = HPACKDecoder()
    decoder.allowedTableSize = 256
    // The appendix assumes a table of 256 octets; an encoder would say so first.
    #expect(try Self.decode(&decoder, "3fe101").isEmpty)
    func head(_ status: String, _ second: String) -> [Field] {
      [
        (":status", status), ("cache-control", "private"), ("date", "Mon, 21 Oct 2013 20:13:\(second) GMT"),
        ("location", "https://www.example.com"),
      ].map(Self.field)
    }
    #expect(try Self.decode(&decoder, blocks[0]) == head("302", "21"))
    #expect(decoder.table.size == 222)
    #expect(try Self.decode(&decoder, blocks[1]) == head("307", "21"))
    #expect(decoder.table.size == 222)
    let cookie = "foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1"
    let rest = [("content-encoding", "gzip"), ("set-cookie", cookie)].map(Self.field)
    #expect(try Self.decode(&decoder, blocks[2]) == head("200", "22") + rest)
    #expect(decoder.table.size == 215)
  }

  // What other people's encoders made.
  @Test(arguments: ["nghttp2-change-table-size", "swift-nio-hpack-huffman"])
  func vectors(_ name: String) throws {
    var decoder = HPACKDecoder()
    var block = HPACKFieldBlock()
    var expected: [Field] = []
    var count = 0
    func check() {
      #expect(ConnectionLog.fields(block) == expected)
      #expect(block.flaws.isEmpty && !block.hasUnknown)
      expected = []
      block = HPACKFieldBlock()
    }
    for line in try fixtureLines("hpack/\(name).txt.gz") {
      let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
      switch words[0] {
      case "story":
        check()
        decoder = HPACKDecoder()
      case "size": decoder.allowedTableSize = max(decoder.allowedTableSize ?? 0, try #require(Int(words[1])))
      case "wire":
        check()
        try decoder.decode(Self.bytes(words[1]), into: &block)
        count += 1
      default: expected.append(Self.field(words[1], words[2]))
      }
    }
    check()
    #expect(count == 145)
  }

  @Test func huffmanCodesOfAllOctetsAreRead() throws {
    var random = SeededGenerator(seed: 3)
    for round in 0..<2000 {
      let plain = round < 256 ? [UInt8](repeating: UInt8(round), count: 9) : random.bytes(random.below(60))
      var coded: [UInt8] = []
      HPACKHuffman.encode(plain.span, into: &coded)
      var read: [UInt8] = [1, 2]
      try HPACKHuffman.decode(coded.span, into: &read)
      #expect(read == [1, 2] + plain)
    }
  }

  // RFC 7541 section 5.2.
  @Test(arguments: [
    ("ff", HPACKError.huffmanPadding), ("ffff", .huffmanPadding), ("ffffffff", .huffmanCode),
    ("fffffffffffffffffffffffff0", .huffmanCode), ("00", .huffmanPadding), ("07ff", .huffmanPadding),
    ("1ffffffffc", .huffmanCode),
  ])
  func brokenHuffmanCodesAreRefused(_ hex: String, _ expected: HPACKError) {
    var read: [UInt8] = []
    #expect(throws: expected) { try HPACKHuffman.decode(Self.bytes(hex), into: &read) }
  }

  @Test(arguments: [
    ("80", HPACKError.indexZero), ("be", .indexTooLarge(62)), ("ff80808001", .indexTooLarge(2_097_279)),
    ("40", .truncated),
    ("4001", .truncated), ("400161", .truncated), ("ff", .truncated), ("ffffffffffff7f", .integerTooLarge),
    ("ff8080808080808080808000", .integerTooLarge), ("4000820000", .huffmanPadding), ("7f", .truncated),
  ])
  func brokenBlocksAreRefused(_ hex: String, _ expected: HPACKError) {
    var decoder = HPACKDecoder()
    var block = HPACKFieldBlock()
    #expect(throws: expected) { try decoder.decode(Self.bytes(hex), into: &block) }
    // After an error the table is unknown, and a reference to it is no error.
    #expect(throws: Never.self) { try decoder.decode([0xFF, 0x00], into: &block) }
    #expect(block.hasUnknown)
  }

  @Test func sizesBeyondTheLimitAndLateOnesAreFlaws() throws {
    var decoder = HPACKDecoder()
    var block = HPACKFieldBlock()
    try decoder.decode(Self.bytes("3fe21f82"), into: &block)
    #expect(block.flaws == .sizeBeyondLimit)
    try decoder.decode(Self.bytes("8220"), into: &block)
    #expect(block.flaws == .lateSizeUpdate)
    #expect(block.fields.count == 1)
  }

  // A table entry of 4,000 bytes, named again and again.
  @Test func sectionsAreBounded() throws {
    var limits = HPACKDecoder.Limits()
    limits.section = 10_000
    var decoder = HPACKDecoder(limits: limits)
    var bytes: [UInt8] = [0x40, 1, 0x61]
    HPACKTestEncoder.append(4000, prefix: 7, first: 0, &bytes)
    bytes += [UInt8](repeating: 0x62, count: 4000) + [UInt8](repeating: 0xBE, count: 60_000)
    // What follows is entered all the same.
    bytes += [0x40, 1, 0x63, 1, 0x64]
    var block = HPACKFieldBlock()
    try decoder.decode(bytes, into: &block)
    #expect(block.fields.count == 2)
    #expect(block.omittedCount == 59_999 + 1)
    #expect(block.bytes.count == 8002)
    try decoder.decode([0xBE], into: &block)
    #expect(ConnectionLog.fields(block) == [Self.field("c", "d")])
  }

  /// Random fields of a few names and values, encoded with all that HPACK has, with the table resized at times.
  private static func blocks(_ encoder: inout HPACKTestEncoder, _ count: Int) -> [(wire: [UInt8], fields: [Field])] {
    (0..<count).map { _ in
      var wire: [UInt8] = []
      if encoder.random.chance(10) {
        if encoder.random.chance(30) { encoder.resize(0, &wire) }
        encoder.resize([64, 200, 1000, 4096][encoder.random.below(4)], &wire)
      }
      let fields: [HPACKTestEncoder.Field] = (0..<encoder.random.below(12)).map { _ in
        if encoder.random.chance(30),
          let known = HPACKTestEncoder.known.values.sorted(by: <).randomElement(using: &encoder.random)
        {
          return (Array(known.0.utf8), Array(known.1.utf8))
        }
        let name = Array("name-\(encoder.random.below(9))".utf8)
        let value =
          encoder.random.chance(90)
          ? [UInt8(encoder.random.below(12))] : encoder.random.bytes(encoder.random.below(300))
        return (name, value)
      }
      wire += encoder.encode(fields)
      return (wire, fields.map { Field(name: $0.name, value: $0.value) })
    }
  }

  @Test func whatIsEncodedAtRandomIsReadBack() throws {
    for seed in 0..<UInt64(FuzzCount.or(40)) {
      var encoder = HPACKTestEncoder(seed: seed)
      var decoder = HPACKDecoder()
      var block = HPACKFieldBlock()
      for (wire, fields) in Self.blocks(&encoder, 60) {
        try decoder.decode(wire, into: &block)
        #expect(ConnectionLog.fields(block) == fields)
        #expect(block.flaws.isEmpty)
      }
      #expect(decoder.table.size == encoder.table.reduce(0) { $0 + HPACKTestEncoder.size($1) })
    }
  }

  // Blocks are left out, at the beginning or on the way, and the decoder is told.
  @Test(arguments: [64 << 10, 700]) func whatIsNotKnownIsNeverWrong(_ memory: Int) throws {
    var (known, unknown) = (0, 0)
    for seed in 0..<UInt64(FuzzCount.or(60)) {
      var encoder = HPACKTestEncoder(seed: seed)
      let blocks = Self.blocks(&encoder, 60)
      var random = SeededGenerator(seed: seed)
      let isFromBeginning = random.chance(50)
      var limits = HPACKDecoder.Limits()
      limits.table = memory
      var decoder = HPACKDecoder(limits: limits, isFromBeginning: isFromBeginning)
      var block = HPACKFieldBlock()
      for (index, (wire, fields)) in blocks.enumerated() {
        if index == 0 && !isFromBeginning || random.chance(6) {
          decoder.forget()
          continue
        }
        try decoder.decode(wire, into: &block)
        let read = ConnectionLog.fields(block)
        #expect(read.count == fields.count)
        for (one, other) in zip(read, fields) {
          #expect(one.name == nil || one.name == other.name)
          #expect(one.value == nil || one.value == other.value)
          if one == other { known += 1 } else { unknown += 1 }
        }
      }
    }
    #expect(known > 3 * unknown && unknown > 0, "\(known) known, \(unknown) unknown")
  }

  @Test func anyBytesAreTaken() {
    var random = SeededGenerator(seed: 5)
    var decoder = HPACKDecoder()
    var block = HPACKFieldBlock()
    for _ in 0..<FuzzCount.or(3000) {
      try? decoder.decode(random.bytes(random.below(200)), into: &block)
      #expect(decoder.heldBytes < 1 << 20)
    }
  }
}

extension HPACKDecoder {
  fileprivate mutating func decode(_ block: [UInt8], into fields: inout HPACKFieldBlock) throws(HPACKError) {
    try decode(block.span, into: &fields)
  }
}

extension HPACKHuffman {
  fileprivate static func decode(_ coded: [UInt8], into output: inout [UInt8]) throws(HPACKError) {
    try decode(coded.span, into: &output)
  }
}
