import Dissection
import Glibc
import TestSupport
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
    #expect(failure("tcp.payload matches abc")?.message.contains("double quotes") == true)
    #expect(failure("tcp AND ip")?.message.contains("write and") == true)
    #expect(failure("tcpp.port == 80")?.suggestions.first == "tcp.port")
    #expect(failure("tcp.payload[3-1]")?.range == 12..<15)
    #expect(failure("ip.src == 10.0.0.1/40")?.range == 10..<21)
    #expect(failure("udp && tcp.port = 80")?.range == 16..<17)
  }

  /// tshark has explanations in some of its names (`A (Host Address)`); a registry has none.
  @Test("is not the registered name of a value")
  func registries() throws {
    let capture = Repository.file("captures/recorded/clean.pcapng")
    for (name, number) in [
      ("dns.qry.type == A", "dns.qry.type == 1"), ("dns.flags.rcode == NoError", "dns.flags.rcode == 0"),
      ("dns.flags.opcode == Query", "dns.flags.opcode == 0"),
    ] {
      let numbers = try CaptureFile.numbers(capture, name)
      #expect(try CaptureFile.numbers(capture, number) == numbers && !numbers.isEmpty, "\(name)")
    }
    for name in [
      "dns.qry.type == HTTPS", "http2.settings.id == MAX_FRAME_SIZE", "http3.settings.id == QPACK_BLOCKED_STREAMS",
    ] {
      #expect(failure(name) == nil, "\(name)")
    }
  }

  /// An error is somewhere in the text, and can be shown.
  private func check(_ filter: String) {
    guard let error = failure(filter) else { return }
    #expect(error.range.lowerBound >= 0 && error.range.upperBound <= filter.unicodeScalars.count + 1, "\(filter)")
    #expect(error.explanation.contains("^"))
  }

  /// How many filters each seed gets; HEADWIND_FUZZ_COUNT says more.
  private static let count = getenv("HEADWIND_FUZZ_COUNT").flatMap { Int(String(cString: $0)) } ?? 15

  @Test("never stops the program", arguments: 0..<8)
  func mutated(_ seed: Int) {
    var random = PacketRandom(seed: UInt64(seed) + 77)
    let alphabet = Array(FilterCorpus.filters.joined().unicodeScalars) + ["\u{0}", "é", "\u{202E}", "'", "\\"]
    for _ in 0..<Self.count {
      var text = Array(FilterCorpus.filters[random.below(FilterCorpus.filters.count)].unicodeScalars)
      for _ in 0...random.below(4) {
        let place = random.below(text.count + 1)
        switch random.below(3) {
        case 0 where place < text.count: text.remove(at: place)
        case 1 where place < text.count: text[place] = alphabet[random.below(alphabet.count)]
        default: text.insert(alphabet[random.below(alphabet.count)], at: place)
        }
      }
      check(String(String.UnicodeScalarView(text)))
    }
    for _ in 0..<Self.count {
      let bytes = (0..<random.below(60)).map { _ in random.byte() }
      check(String(decoding: bytes, as: UTF8.self))
    }
    #expect(failure(String(repeating: "(", count: 5000)) != nil)
    #expect(failure(String(repeating: "!", count: 5000) + "tcp") != nil)
    #expect(failure("tcp.port == " + String(repeating: "{", count: 5000)) != nil)
  }
}
