import TestSupport
import Testing
import Wire

@testable import Exchanges

/// Servers that offer HTTP/3 (RFC 7838, RFC 9460), and clients that use TCP all the same.
@Suite(.waiting) struct UnusedHTTP3Tests {
  private static let client = IPAddress.v4(IPv4Address(192, 0, 2, 10))
  private static let server = IPAddress.v4(IPv4Address(198, 51, 100, 7))
  private static let second: Int64 = 1_000_000_000

  @Test(
    arguments: [
      ("h3=\":443\"; ma=2592000", [("h3", nil, 443, 2_592_000)]),
      ("h3=\":443\"; ma=\"60\",h3-29=\":443\"", [("h3", nil, 443, 60), ("h3-29", nil, 443, 86_400)]),
      (
        "h2=\"alt.example:8000\", h3=\"[2001:db8::1]:8443\"; persist=1",
        [
          ("h2", "alt.example", 8000, 86_400), ("h3", "[2001:db8::1]", 8443, 86_400),
        ]
      ),
      ("w%3Dx%3Ay#z=\":1\"", [("w=x:y#z", nil, 1, 86_400)]),
      ("h3=443, h3=\":99999\", =\":1\", h3=\"\", \"a,b\"", [("", nil, 1, 86_400)]),
      ("", []),
    ] as [(String, [(String, String?, UInt16, Int64)])])
  func alternativesAreRead(_ value: String, _ expected: [(String, String?, UInt16, Int64)]) {
    let found = AlternativeService.services(in: value) ?? []
    #expect(
      found.map { "\($0.applicationProtocol) \($0.host ?? "-") \($0.port) \($0.lifetime)" }
        == expected.map { "\($0.0) \($0.1 ?? "-") \($0.2) \($0.3)" })
  }

  @Test func clearTakesOffersBack() {
    #expect(AlternativeService.services(in: " clear ") == nil)
    var offers = HTTP3Offers()
    offers.learn(alternatives: "h3=\":443\"", of: "Shop.Example", port: 443, at: 0)
    #expect(reason(offers, at: 1) == .neverTried)
    offers.learn(alternatives: "clear", of: "shop.example", port: 443, at: 2)
    #expect(reason(offers, at: 3) == nil)
  }

  private func reason(
    _ offers: HTTP3Offers, of host: String = "shop.example", port: UInt16 = 443, at time: Int64
  ) -> UnusedHTTP3.Reason? {
    offers.unused(by: Self.client, of: host, port: port, server: Self.server, opened: time)?.reason
  }

  private func attempt(
    _ reason: UnusedHTTP3.Reason?, name: String? = "shop.example", port: UInt16 = 443, at time: Int64
  ) -> HTTP3Attempt {
    HTTP3Attempt(
      client: Self.client, server: Endpoint(address: Self.server, port: port), name: name, began: time, reason: reason)
  }

  @Test func anOfferHoldsFromWhenItWasMadeForItsLifetime() {
    var offers = HTTP3Offers()
    offers.learn(alternatives: "h3=\":8443\"; ma=10", of: "shop.example", port: 443, at: Self.second)
    #expect(reason(offers, at: 0) == nil)
    #expect(reason(offers, at: 2 * Self.second) == .neverTried)
    #expect(reason(offers, of: "other.example", at: 2 * Self.second) == nil)
    #expect(reason(offers, port: 8443, at: 2 * Self.second) == nil)
    #expect(reason(offers, at: 12 * Self.second) == nil)
  }

  @Test func whatBecameOfTheAttemptIsTheReason() {
    for because in [
      UnusedHTTP3.Reason.unanswered(packets: 4), .incompleteHandshake, .version, .closed("CONNECTION_REFUSED"),
    ] {
      var offers = HTTP3Offers()
      offers.learn(alternatives: "h3=\":8443\"", of: "shop.example", port: 443, at: 0)
      // Another server's attempt, and one at another port.
      offers.note(attempt(because, name: "other.example", port: 8443, at: Self.second))
      offers.note(attempt(because, at: Self.second))
      #expect(reason(offers, at: 2 * Self.second) == .neverTried)
      offers.note(attempt(because, port: 8443, at: Self.second))
      #expect(reason(offers, at: 2 * Self.second) == because)
      // A connection without a name that can be read counts by its address.
      offers.note(attempt(nil, name: nil, port: 8443, at: Self.second + 1))
      #expect(reason(offers, at: 2 * Self.second) == nil)
    }
    #expect(
      UnusedHTTP3(offer: .record, reason: .unanswered(packets: 1)).words
        == "h3 offered (HTTPS record), but not used: no answer to 1 Initial")
  }

  /// The examples of RFC 9460 appendix D.
  @Test(
    arguments: [
      ("0000 03666f6f076578616d706c6503636f6d00", "0 foo.example.com. [] -"),
      ("0001 00", "1 . [] -"),
      ("0010 03666f6f076578616d706c6503636f6d00 0003 0002 0035", "16 foo.example.com. [] 53"),
      (
        "0010 03666f6f076578616d706c65036f726700 0000 0004 0001 0004 0001 0009 02683208 68332d3139 0000 0004 0004 c0000201",
        nil
      ),
      (
        "0010 03666f6f076578616d706c65036f726700 0000 0004 0001 0004 0001 0009 0268320568332d3139 0004 0004 c0000201",
        "16 foo.example.org. [\"h2\", \"h3-19\"] -"
      ),
    ] as [(String, String?)])
  func recordsAreRead(_ digits: String, _ expected: String?) throws {
    let digits = Array(digits.utf8.filter { $0 != 0x20 })
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
    let binding = try? ServiceBinding(bytes.span)
    if let expected {
      let found = try #require(binding)
      #expect(
        "\(found.priority) \(found.target) \(found.applicationProtocols) \(found.port.map { "\($0)" } ?? "-")"
          == expected)
    }
    // Any beginning of it is refused or read, but never traps.
    for length in bytes.indices {
      let beginning = Array(bytes[..<length])
      _ = try? ServiceBinding(beginning.span)
    }
  }

  @Test func aRecordOffersWhatItsALPNSays() throws {
    var offers = HTTP3Offers()
    let name = try #require(DNSName("shop.example"))
    func binding(_ protocols: [String], priority: UInt16 = 1) throws -> ServiceBinding {
      let list = protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
      let data = [0, UInt8(priority), 0, 0, 1, 0, UInt8(list.count)] + list
      return try ServiceBinding(data.span)
    }
    offers.learn(try binding(["h2"]), of: "\(name)", at: 0, lifetime: 60)
    #expect(reason(offers, at: 1) == nil)
    offers.learn(try binding(["h3"], priority: 0), of: "\(name)", at: 0, lifetime: 60)
    #expect(reason(offers, at: 1) == nil)
    offers.learn(try binding(["h2", "h3"]), of: "Shop.Example.", at: 0, lifetime: 60)
    #expect(reason(offers, at: 1) == .neverTried)
    offers.learn(try binding(["h3"]), of: "_8443._https.shop.example.", at: 0, lifetime: 60)
    #expect(reason(offers, port: 8443, at: 1) == .neverTried)
  }
}
