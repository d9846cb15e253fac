import Dissection
import Exchanges
import TestSupport
import Testing

@Suite struct JSONParserTests {
  static func parse(_ bytes: [UInt8], pieces size: Int = .max, sequence: Bool = false) -> JSONParser {
    var parser = JSONParser(allowsSequence: sequence)
    var start = 0
    while start < bytes.count {
      let end = size > bytes.count - start ? bytes.count : start + size
      parser.parse(bytes.span.extracting(start..<end))
      start = end
    }
    parser.finish()
    return parser
  }

  static func tree(_ text: String) -> [String] {
    var lines: [String] = []
    JSONPrinter(Array(text.utf8), parse(Array(text.utf8))).print { lines.append($0) }
    return lines
  }

  @Test func everyValueKnowsItsBytes() {
    #expect(
      Self.tree(#" {"q": "apple", "n": [1, -2.5e+3, true, null, {}], "é": false}"#) == [
        "1..<63   object, 3 members",
        "7..<14     \"q\": \"apple\"",
        "21..<49    \"n\": array, 5 elements",
        "22..<23      1",
        "25..<32      -2.5e+3",
        "34..<38      true",
        "40..<44      null",
        "46..<48      object, 0 members",
        "57..<62    \"é\": false",
      ])
  }

  @Test func saysWhereItIsBrokenAndShowsWhatCameBefore() {
    #expect(
      Self.tree("{\"a\": [1, 2,, 3]}") == [
        "0..<12   object, 1 member (cut short)", "6..<12     \"a\": array, 2 elements (cut short)", "7..<8        1",
        "10..<11      2", "broken at offset 12: found ',', expected a value",
      ])
    #expect(
      Self.tree("{\"a\": \"b\u{1B}") == [
        "0..<8  object, 1 member (cut short)", "6..<8    \"a\": \"b (cut short)",
        "broken at offset 8: found byte 0x1b, expected no unescaped control character in a string",
      ])
  }

  static let wrong: [(String, String)] = [
    ("", "at offset 0: found the end, expected a value"),
    ("[1", "at offset 2: found the end, expected ',' or ']'"),
    ("{\"a\"", "at offset 4: found the end, expected ':'"),
    ("{\"a\" 1}", "at offset 5: found '1', expected ':'"),
    ("{a: 1}", "at offset 1: found 'a', expected a name in quotes or '}'"),
    ("{\"a\": 1,}", "at offset 8: found '}', expected a name in quotes"),
    ("[1 2]", "at offset 3: found '2', expected ',' or ']'"),
    ("{\"a\":1 2}", "at offset 7: found '2', expected ',' or '}'"),
    ("01", "at offset 1: found '1', expected nothing after the document"),
    ("-", "at offset 1: found the end, expected a digit"),
    ("1.", "at offset 2: found the end, expected a digit"),
    ("[1.e1]", "at offset 3: found 'e', expected a digit"),
    ("1e+", "at offset 3: found the end, expected a digit"),
    ("nul", "at offset 3: found the end, expected 'null'"),
    ("trux", "at offset 3: found 'x', expected 'true'"),
    ("\"\\x\"", "at offset 2: found 'x', expected one of \" \\ / b f n r t u after '\\'"),
    ("\"\\u12G4\"", "at offset 5: found 'G', expected four hexadecimal digits after '\\u'"),
    ("\"abc", "at offset 4: found the end, expected '\"' at the end of the string"),
    ("[]]", "at offset 2: found ']', expected nothing after the document"),
    ("NaN", "at offset 0: found 'N', expected a value"),
  ]

  @Test(arguments: wrong) func errorsSayWhereAndWhat(_ text: String, _ message: String) {
    let bytes = Array(text.utf8)
    for size in [1, 2, bytes.count + 1] {
      #expect(Self.parse(bytes, pieces: size).error?.description == message)
    }
  }

  @Test func utf8IsChecked() {
    for (bytes, offset) in [
      ([0x22, 0x80, 0x22], 1), ([0x22, 0xC0, 0x80, 0x22], 1), ([0x22, 0xED, 0xA0, 0x80, 0x22], 2),
      ([0x22, 0xF4, 0x90, 0x80, 0x80], 2), ([0x22, 0xE2, 0x82, 0x22], 3),
    ] as [([UInt8], Int)] {
      let error = Self.parse(bytes).error
      #expect(error?.offset == offset && error?.expected == .utf8)
    }
    #expect(Self.parse(Array("\"é€😀\"".utf8)).error == nil)
    #expect(Self.parse([0xEF, 0xBB, 0xBF] + Array("[1]".utf8)).error == nil)
  }

  @Test func depthIsBounded() {
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
    #expect(Self.parse(deep).error?.expected == .lessDepth(limit: 512))
    #expect(Self.parse(deep).error?.offset == 512)
    #expect(Self.parse(deep.prefix(512) + [UInt8](repeating: UInt8(ascii: "]"), count: 512)).error == nil)
  }

  @Test func documentsOneAfterTheOther() {
    let text = Array("{\"a\":1}\n[2]\n3\n\"x\"\n".utf8)
    #expect(Self.parse(text, sequence: true).error == nil)
    #expect(Self.parse(text, sequence: true).nodes.filter { $0.depth == 0 }.count == 4)
    #expect(Self.parse(text).error?.expected == .endOfDocument)
  }

  /// Pieces of any size give the same tree; nothing makes it trap; every range is inside.
  @Test func randomAndMutatedInput() {
    let seeds = [
      #"{"a":[1,2.5e-3,true,false,null,"x\u00e9\n",{"b":{}}],"c":"é€😀"}"#, "[[[[[]]]],[{}],\"\\\\\",-0.0E+1]",
    ].map { Array($0.utf8) }
    var random = SeededGenerator(seed: 42)
    for round in 0..<FuzzCount.or(3000) {
      var bytes = round % 4 == 0 ? random.bytes(random.below(40)) : seeds[random.below(seeds.count)]
      for _ in 0..<random.below(4) where !bytes.isEmpty {
        let place = random.below(bytes.count)
        switch random.below(3) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: place)
        default: bytes.insert(Array("{}[]\",:\\0e-".utf8)[random.below(11)], at: place)
        }
      }
      let whole = Self.parse(bytes)
      let pieces = Self.parse(bytes, pieces: 1 + random.below(5))
      #expect(whole.nodes == pieces.nodes && whole.error == pieces.error)
      #expect(whole.nodes.allSatisfy { $0.start <= $0.end && $0.end <= bytes.count })
      #expect(whole.error.map { (0...bytes.count).contains($0.offset) } ?? true)
      JSONPrinter(bytes, whole).print { _ in }
    }
  }

  @Test func valuesAreBounded() {
    var parser = JSONParser(nodeLimit: 3)
    parser.parse(Array("[1,[2],3]".utf8).span)
    #expect(parser.nodes.count == 3)
    #expect(parser.error?.description == "at offset 5: more than 3 values")
  }

  /// Where a document ends can be told without its values.
  @Test func nodesNeedNotBeKept() {
    var parser = JSONParser(allowsSequence: true, keepsNodes: false)
    parser.parse(Array(#"{"a":[1,{"b":[]},"c"],"d":[tru"#.utf8).span)
    #expect(parser.error == nil && parser.nodes.count == 2)
    parser.parse(Array("e]} [{}]".utf8).span)
    #expect(parser.error == nil && parser.nodes.isEmpty)
    parser.finish()
    #expect(parser.error == nil)
  }
}
