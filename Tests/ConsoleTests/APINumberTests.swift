import Dissection
import Exchanges
import LinkConditions
import TestSupport
import Testing
import TextOutput

@testable import Console

/// Whatever number a parameter of a call has, there is an answer.
@Suite(.waiting) struct APINumberTests {
  private static let numbers = [
    "0", "1", "2", "30", "31", "1000", "2147483648", "4294967295", "9007199254740993", "4611686018427387903",
    "4611686018427387904", "9223372036854775806", "9223372036854775807", "9223372036854775808", "18446744073709551615",
    "99999999999999999999999999", "-1", "-9223372036854775808", "+5", "1.5", "", "x", "٣",
  ]

  private static func api() -> ConsoleAPI {
    ConsoleAPI(
      PacketStoreTests.store(Repository.file("captures/recorded/clean.pcapng")), tables: DissectorTables(),
      options: HTTPOptions(), library: .shipped, trouble: { _ in "" }, version: "1", runsClients: false)
  }

  /// The calls of the document with all numbers among their parameters, but those to links, which are those of whoever runs this.
  private static func calls() throws -> [(path: String, parameters: [String])] {
    var calls: [(path: String, parameters: [String])] = []
    for line in try Files.text(Repository.file("console/openapi.json")).split(separator: "\n") {
      if line.hasPrefix("  \"/api/") {
        calls.append((String(line.dropFirst(3).prefix { $0 != "\"" }), []))
      } else if let name = line.firstMatch(of: /"name": "([a-z]+)"/)?.1, let last = calls.indices.last {
        calls[last].parameters.append(String(name))
      }
    }
    return calls.filter { !$0.path.contains("/links") && $0.path != "/api/login" }
  }

  private static func expectAnswer(_ api: ConsoleAPI, _ method: String, _ target: String) {
    let (status, text) = api.answer(APIRequest(method: method, target: target))
    #expect(200..<500 ~= status, "\(method) \(target): \(text.withBytes { String(text: $0) })")
  }

  @Test func everyNumberOfEveryCallHasAnAnswer() throws {
    let api = Self.api()
    _ = api.answer(APIRequest(method: "POST", target: "/api/filters?filter=tcp"))
    let calls = try Self.calls()
    #expect(calls.count > 20)
    for (path, parameters) in calls where path != "/api/saved.html" {
      for number in Self.numbers {
        let encoded = number.replacing("+", with: "%2B")
        let own = path.replacing("{number}", with: encoded).replacing("{id}", with: encoded)
        if own != path { Self.expectAnswer(api, "GET", own) }
        let plain = path.replacing("{number}", with: "1").replacing("{id}", with: "1")
        for name in Set(parameters).subtracting(["number", "id"]) {
          Self.expectAnswer(api, "GET", "\(plain)?\(name)=\(encoded)")
        }
      }
    }
    for number in Self.numbers.suffix(9) { Self.expectAnswer(api, "GET", "/api/saved.html?packets=\(number)") }
  }

  @Test func numbersTogetherHaveAnAnswer() throws {
    let api = Self.api()
    _ = api.answer(APIRequest(method: "POST", target: "/api/filters?filter=tcp"))
    let calls = try Self.calls().filter { $0.path != "/api/saved.html" && !$0.path.contains("suites") }
    var random = SeededGenerator(seed: 11)
    for _ in 0..<1500 {
      let (path, parameters) = calls[random.below(calls.count)]
      let pick = { (random: inout SeededGenerator) in
        random.below(3) == 0 ? String(random.below(40)) : Self.numbers[random.below(Self.numbers.count)]
      }
      let plain = path.replacing("{number}", with: pick(&random)).replacing("{id}", with: "1")
      let words = parameters.map { "\($0)=\(pick(&random))" }.joined(separator: "&")
      Self.expectAnswer(api, "GET", "\(plain)?\(words)")
    }
  }

  @Test func tooGreatANumberCountsAsTheGreatest() throws {
    for text in ["9223372036854775807", "9223372036854775808", "1" + String(repeating: "0", count: 50)] {
      let request = APIRequest(method: "GET", target: "/api/packets?from=\(text)")
      #expect(try request.number("from", default: 0) == APIRequest.greatestNumber)
    }
    let (sum, overflows) = APIRequest.greatestNumber.addingReportingOverflow(APIRequest.greatestNumber)
    #expect(!overflows && sum > 0)
    let (status, text) = Self.api().answer(
      APIRequest(method: "GET", target: "/api/packets?from=9223372036854775807"))
    #expect(status == 200 && text.withBytes { String(text: $0) }.contains("\"rows\":[]"))
  }
}
