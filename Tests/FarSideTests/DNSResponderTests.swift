import Statistics
import Glibc
import Testing
import Wire

@testable import FarSide

/// The responder alone, with bytes that no honest client sends.
@Suite struct DNSResponderTests {
  private static let query: [UInt8] =
    [0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 1, 0x61, 7] + Array("example".utf8) + [0, 0, 1, 0, 1]
    + [0, 0, 41, 4, 208, 0, 0, 0, 0, 0, 0]

  private static func responder() throws -> DNSResponder {
    DNSResponder(addresses: try FarSideAddresses(ipv4: "10.77.0.2", ipv6: "fd00:77::2"), rules: DNSRules())
  }

  private static func code(_ answer: DNSReply?) throws -> UInt8 { try #require(answer).message[3] & 0xf }

  @Test func everyCutIsAFormatErrorOrIgnored() throws {
    let responder = try Self.responder()
    #expect(try Self.code(responder.respond(to: Self.query)) == 0)
    for count in 0..<Self.query.count {
      let answer = responder.respond(to: Array(Self.query[..<count]))
      if count < DNSHeader.length {
        #expect(answer == nil)
      } else {
        #expect(try Self.code(answer) == 1, "cut to \(count) bytes")
      }
    }
  }

  @Test func aResponseIsNeverAnswered() throws {
    var response = Self.query
    response[2] |= 0x80
    #expect(try Self.responder().respond(to: response) == nil)
  }

  @Test(arguments: [
    [0xc0, 0x0c, 0, 1, 0, 1] as [UInt8],
    [0x40] + [UInt8](repeating: 0x61, count: 64) + [0, 0, 1, 0, 1],
    [UInt8](repeating: 1, count: 300) + [0, 0, 1, 0, 1],
  ])
  func namesThatCannotBeAreFormatErrors(question: [UInt8]) throws {
    let message: [UInt8] = [0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0] + question
    #expect(try Self.code(Self.responder().respond(to: message)) == 1)
  }

  @Test func mutatedQueriesTrapNothingAndAnswersStayUnder512Bytes() throws {
    let responder = try Self.responder()
    var random = SplitMix64(seed: 7)
    var longest = 0
    let count = getenv("HEADWIND_FUZZ_COUNT").flatMap { Int(String(cString: $0)) } ?? 30_000
    for _ in 0..<count {
      var message = Self.query
      for _ in 0...random.number(below: 4) {
        message[random.number(below: message.count)] = UInt8(truncatingIfNeeded: random.next())
      }
      if random.number(below: 4) == 0 {
        message += (0..<random.number(below: 300)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      }
      longest = max(longest, responder.respond(to: message)?.message.count ?? 0)
    }
    #expect(longest > 0 && longest <= 512)
  }
}
