import Testing
import Wire

@Suite struct DNSTests {
  @Test func roundTrip() throws {
    let name = try #require(DNSName("search.example"))
    let alias = try #require(DNSName("www.search.example."))
    let message = DNSMessage(
      identifier: 0x1234, flags: 0x8180, questions: [DNSQuestion(name: alias, type: .a)],
      answers: [
        DNSRecord(name: alias, type: .cname, timeToLive: 60, value: .name(name)),
        DNSRecord(name: name, type: .a, timeToLive: 60, value: .a(IPv4Address(10, 77, 0, 2))),
        DNSRecord(name: name, type: .aaaa, timeToLive: 60, value: .aaaa(IPv6Address(high: 0xFD00 << 48, low: 2))),
      ], authorities: [DNSRecord(name: name, type: .txt, timeToLive: 1, value: .other([1, 65]))],
      additionals: [DNSRecord(name: DNSName(), type: .opt, recordClass: 1232, timeToLive: 0, value: .other([]))])
    var bytes: [UInt8] = [9, 9]
    message.append(to: &bytes)
    let read = try DNSMessage(bytes.span, in: 2..<bytes.count)
    #expect(read == message)
    #expect(message.header.isResponse && message.header.responseCode == 0 && message.header.recursionDesired)
    for end in 2..<bytes.count { #expect(throws: WireError.self) { try DNSMessage(bytes.span, in: 2..<end) } }
  }

  @Test func compressedName() throws {
    // header, "example", then "www" + pointer to it
    var bytes = [UInt8](repeating: 0, count: 12) + [7] + Array("example".utf8) + [0]
    let start = bytes.count
    bytes += [3, 0x57, 0x77, 0x77, 0xC0, 12, 0xAA]
    var position = start
    let name = try DNSName(bytes.span, message: 0..<bytes.count, position: &position)
    #expect(name.description == "Www.example." && position == bytes.count - 1)
    #expect(name.matches(try #require(DNSName("wwW.Example"))))
  }

  @Test(arguments: [[0xC0, 0], [0xC0, 2], [1, 65, 0xC0, 0], [0x40, 0], [0x80, 0], [63, 1], [0xC0]] as [[UInt8]])
  func hostileName(_ bytes: [UInt8]) {
    var position = 0
    #expect(throws: WireError.self) { try DNSName(bytes.span, message: 0..<bytes.count, position: &position) }
  }

  @Test func namesThatCannotBe() {
    #expect(DNSName("a..b") == nil && DNSName(String(repeating: "x", count: 64)) == nil)
    #expect(DNSName(String(repeating: "abcdefg.", count: 32)) == nil)
    #expect(DNSName("")?.labels == [] && DNSName(".") == DNSName())
  }
}
