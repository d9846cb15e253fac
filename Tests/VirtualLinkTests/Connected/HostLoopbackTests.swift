import Testing
import Wire

@testable import VirtualLink

/// What names and ports lead to the host's own loopback interface.
@Suite struct HostLoopbackTests {
  @Test func portsAreNamedOneByOneOrInRanges() throws {
    let ports = try #require(LocalhostPorts("3000,8000-8010"))
    for port in [3000, 8000, 8005, 8010] as [UInt16] { #expect(ports.contains(port)) }
    for port in [2999, 7999, 8011] as [UInt16] { #expect(!ports.contains(port)) }
    #expect(try #require(LocalhostPorts("all")).contains(.max))
    #expect(LocalhostPorts().isEmpty)
    for wrong in ["", "0", "65536", "-1", "1-", "2-1", "1,,2", "1-2-3", "http", "+1", "٣"] {
      #expect(LocalhostPorts(wrong) == nil, "\(wrong)")
    }
  }

  private func ask(_ name: String, _ type: DNSRecordType) throws -> DNSMessage? {
    var query: [UInt8] = []
    let question = DNSQuestion(name: try #require(DNSName(name)), type: type)
    DNSMessage(identifier: 7, flags: 0x0100, questions: [question]).append(to: &query)
    return try HostName.answer(to: query.span, LinkAddresses(number: 4)).map { try DNSMessage($0.span) }
  }

  @Test func theNameOfTheHostIsAnsweredHere() throws {
    let ipv4 = try #require(try ask("Host.Headwind.test", .a))
    #expect(ipv4.identifier == 7 && ipv4.flags == 0x8180)
    #expect(ipv4.answers.map(\.value) == [.a(IPv4Address(10, 83, 4, 3))])
    let ipv6 = try #require(try ask(HostName.text, .aaaa))
    #expect(ipv6.answers.map(\.value) == [.aaaa(IPv6Address(high: 0xfd5b_8e1c_4d77_0004, low: 3))])
    #expect(try ask(HostName.text, .mx)?.answers == [])
    for other in ["headwind.test", "a.host.headwind.test", "example.com"] { #expect(try ask(other, .a) == nil) }
    for length in 0..<12 {
      let isAnswered = HostName.answer(to: [UInt8](repeating: 0, count: length).span, LinkAddresses()) != nil
      #expect(!isAnswered)
    }
  }
}
