import TestSupport
import Testing
import TextOutput
import Wire
@testable import Exchanges

@testable import Dissection

/// The compactor takes what the parser takes, and loses nothing but white space.
@Suite struct JSONCompactorTests {
  static func compact(_ text: [UInt8]) -> [UInt8]? {
    var buffer = TextBuffer()
    guard JSONCompactor.append(text.span, to: &buffer) else {
      #expect(buffer.count == 0)
      return nil
    }
    return buffer.withBytes { [UInt8]($0) }
  }

  static func parse(_ text: [UInt8]) -> JSONParser {
    var parser = JSONParser()
    parser.parse(text.span)
    parser.finish()
    return parser
  }

  @Test func agreesWithTheParser() {
    var random = SeededGenerator(seed: 5)
    let pieces = [
      "{", "}", "[", "]", ":", ",", " ", "\n", "\"a\"", "\"\\u00e4\\n\"", "\"é\"", "1", "-0.5e+7", "01", "true", "null",
      "false", "tru", "\"", "\\", "1e", "-", ".5", "\"\\ud83d\\ude00\"",
    ]
    var valid = 0
    for _ in 0..<max(20_000, FuzzCount.or(3000)) {
      let text =
        random.chance(50)
        ? Self.document(&random, 4) : (0..<random.below(8)).map { _ in pieces[random.below(pieces.count)] }.joined()
      let bytes = Array(text.utf8)
      let parser = Self.parse(bytes)
      let compact = Self.compact(bytes)
      #expect((compact != nil) == (parser.error == nil), "\(text)")
      guard let compact else { continue }
      valid += 1
      let again = Self.parse(compact)
      #expect(again.nodes.map(\.kind) == parser.nodes.map(\.kind))
      #expect(
        zip(again.nodes, parser.nodes).allSatisfy {
          $0.kind == .object || $0.kind == .array || compact[$0.range] == bytes[$1.range]
        })
      #expect(Self.compact(compact) == compact)
    }
    #expect(valid > 5000)
  }

  private static func document(_ random: inout SeededGenerator, _ depth: Int) -> String {
    let space = [" ", "\n\t", "", "", "\r"][random.below(5)]
    switch random.below(depth > 0 ? 5 : 3) {
    case 0: return space + "\(Int(random.below(2000)) - 1000).5e\(random.below(9))" + space
    case 1: return space + "\"x\\\"\\\\ é { \\u0041\"" + space
    case 2: return ["true", "false ", "null"][random.below(3)]
    case 3:
      return space + "[" + (0..<random.below(4)).map { _ in document(&random, depth - 1) }.joined(separator: ",")
        + space + "]"
    default:
      return "{"
        + (0..<random.below(4)).map { "\(space)\"k\($0)\"\(space):" + document(&random, depth - 1) }.joined(
          separator: ",") + "}" + space
    }
  }

  @Test func refusesWhatStrictReadersRefuse() {
    for text in ["\"\\ud800\"", "\"\\ude00\"", "\"\\ud800\\u0041\"", "1 2", "", " ", "\"\t\""] {
      #expect(Self.compact(Array(text.utf8)) == nil, "\(text)")
    }
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 512) + [UInt8](repeating: UInt8(ascii: "]"), count: 512)
    #expect(Self.compact(deep) == deep)
    #expect(Self.compact([UInt8(ascii: "[")] + deep + [UInt8(ascii: "]")]) == nil)
  }

  @Test func base64() {
    for (text, expected) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")] {
      var buffer = TextBuffer()
      buffer.append(jsonBase64: Array(text.utf8).span)
      #expect(buffer.withBytes { [UInt8]($0) } == Array("\"\(expected)\"".utf8))
    }
  }
}
