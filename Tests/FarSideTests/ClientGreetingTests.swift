import TestSupport
import Testing

@testable import FarSide

/// What is read of a client's first bytes, whoever sends them.
@Suite struct ClientGreetingTests {
  private static func vector(_ bytes: [UInt8], _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: bytes.count >> ($0 * 8)) } + bytes
  }

  private static func field(_ type: UInt16, _ content: [UInt8]) -> [UInt8] {
    [UInt8(type >> 8), UInt8(type & 0xFF)] + vector(content, 2)
  }

  /// A ClientHello in records of at most some length.
  static func hello(
    name: String? = "Api.Example", protocols: [String] = ["h2", "http/1.1"], versions: [UInt8]? = [3, 4, 3, 3],
    further: [UInt8] = [], record: Int = 1 << 14
  ) -> [UInt8] {
    var fields: [UInt8] = further
    if let name { fields += field(0, vector([0] + vector(Array(name.utf8), 2), 2)) }
    if !protocols.isEmpty { fields += field(16, vector(protocols.flatMap { vector(Array($0.utf8), 1) }, 2)) }
    if let versions { fields += field(43, vector(versions, 1)) }
    let body =
      [3, 3] + [UInt8](repeating: 7, count: 32) + vector([], 1) + vector([0x13, 1], 2) + vector([0], 1)
      + vector(fields, 2)
    let message = [1] + vector(body, 3)
    return stride(from: 0, to: message.count, by: record).flatMap { start in
      [22, 3, 1] + vector(Array(message[start..<min(message.count, start + record)]), 2)
    }
  }

  @Test func aHelloSaysWhatTheClientWants() {
    let wish = TLSWish(name: "api.example", protocols: ["h2", "http/1.1"])
    #expect(ClientGreeting(Self.hello()) == .hello(wish))
    #expect(ClientGreeting(Self.hello(record: 20)) == .hello(wish))
    #expect(ClientGreeting(Self.hello() + [23, 3, 3, 0, 1, 0]) == .hello(wish))
    let http = TLSWish(name: "api.example", protocols: ["http/1.1"], allowsTLS13: false)
    #expect(
      ClientGreeting(Self.hello(name: "api.example.", protocols: ["x", "http/1.1"], versions: nil)) == .hello(http))
    let new = TLSWish(name: "api.example", protocols: [], allowsTLS12: false)
    #expect(ClientGreeting(Self.hello(protocols: [], versions: [0x0A, 0x0A, 3, 4])) == .hello(new))
  }

  @Test func whatCannotBeInspectedHasAReason() {
    #expect(ClientGreeting(Self.hello(name: nil)) == .other(.hasNoName))
    for name in ["", "192.0.2.1", "::1", "a b.example", "a..example", ".", String(repeating: "a", count: 64)] {
      #expect(ClientGreeting(Self.hello(name: name)) == .other(.hasNoName), "\(name)")
    }
    let hidden = Self.field(0xFE0D, [0, 1, 2, 3])
    #expect(ClientGreeting(Self.hello(name: nil, further: hidden)) == .other(.hidesItsName))
    #expect(ClientGreeting(Self.hello(protocols: ["imap"])) == .other(.speaks("imap")))
    #expect(ClientGreeting(Self.hello(versions: [3, 2, 3, 1])) == .other(.isTooOld))
    #expect(ClientGreeting(Self.hello(record: 1)) == .other(.helloUnreadable))
    #expect(ClientGreeting(Array("GET / HTTP/1.1\r\n".utf8)) == .other(.isNotTLS))
    #expect(ClientGreeting([22, 3, 1, 0, 0]) == .other(.isNotTLS))
    #expect(ClientGreeting([22, 3, 1, 0, 4, 1, 0xFF, 0xFF, 0xFF]) == .other(.isNotTLS))
  }

  @Test func theBeginningOfAHelloIsIncomplete() {
    for record in [20, 1 << 14] {
      let hello = Self.hello(record: record)
      for length in 0..<hello.count { #expect(ClientGreeting(Array(hello[..<length])) == .incomplete) }
    }
  }

  /// No bytes trap, and none make it wait for more than it keeps.
  @Test func hostileBytesAreHarmless() {
    var random = SeededGenerator(seed: 5)
    let hello = Self.hello(further: Self.field(0xFE0D, [1, 2]), record: 90)
    for _ in 0..<20_000 {
      var bytes = hello
      for _ in 0...Int.random(in: 0...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = ClientGreeting(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))))
      #expect(ClientGreeting(bytes + [UInt8](repeating: 22, count: ClientGreeting.mostBytes)) != .incomplete)
    }
  }
}
