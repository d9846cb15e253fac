import Dissection
import Glibc
import Testing

@Suite("What is wrong with a filter")
struct FilterErrorTests {
  private func failure(_ text: String) -> FilterError? {
    do {
      _ = try DisplayFilter(text)
      return nil
    } catch {
      return error
    }
  }

  @Test("is shown with a caret and names that are near")
  func caret() throws {
    let error = try #require(failure("ip.src == 10.0.0.1 and tcp.prot == 80") as FilterError?)
    let lines = error.explanation.split(separator: "\n")
    #expect(lines[0] == "  ip.src == 10.0.0.1 and tcp.prot == 80")
    #expect(lines[1] == "                         ^~~~~~~~")
    #expect(lines[2].contains("tcp.port"))
    #expect(error.range == 23..<31)
  }

  @Test("is found wherever it is")
  func places() throws {
    #expect(failure("tcp.port == 70000")?.range == 12..<17)
    #expect(failure("tcp and")?.range == 7..<7)
    #expect(failure("(tcp")?.range == 4..<4)
    #expect(failure("tcp.payload matches \"a(b\"")?.range == 20..<25)
    #expect(failure("dns.qry.name == example")?.message.contains("double quotes") == true)
  }

  /// How many filters each seed gets; HEADWIND_FUZZ says more.
  private static let count = getenv("HEADWIND_FUZZ").flatMap { Int(String(cString: $0)) } ?? 15

  @Test("never stops the program", arguments: 0..<8)
  func mutated(_ seed: Int) {
    var random = PacketRandom(seed: UInt64(seed) + 77)
    let alphabet = Array(FilterOracleTests.filters.joined().unicodeScalars) + ["\u{0}", "é", "\u{202E}", "'", "\\"]
    for _ in 0..<Self.count {
      var text = Array(FilterOracleTests.filters[random.below(FilterOracleTests.filters.count)].unicodeScalars)
      for _ in 0...random.below(4) {
        let place = random.below(text.count + 1)
        switch random.below(3) {
        case 0 where place < text.count: text.remove(at: place)
        case 1 where place < text.count: text[place] = alphabet[random.below(alphabet.count)]
        default: text.insert(alphabet[random.below(alphabet.count)], at: place)
        }
      }
      let filter = String(String.UnicodeScalarView(text))
      if let error = failure(filter) { #expect(!error.explanation.isEmpty) }
    }
    #expect(failure(String(repeating: "(", count: 5000)) != nil)
    #expect(failure(String(repeating: "!", count: 5000) + "tcp") != nil)
    #expect(failure("tcp.port == " + String(repeating: "{", count: 5000)) != nil)
  }
}
