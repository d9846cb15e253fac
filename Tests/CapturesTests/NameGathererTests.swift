import Captures
import TestSupport
import Testing
import Wire

/// Names that DNS answers told are in the file, for whoever reads it.
@Suite(.waiting) struct NameGathererTests {
  private static func answer() throws -> [UInt8] {
    let asked = try #require(DNSName("www.shop.example"))
    let real = try #require(DNSName("edge7.cdn.example"))
    let message = DNSMessage(
      identifier: 1, flags: 0x8180, questions: [DNSQuestion(name: asked, type: .a)],
      answers: [
        DNSRecord(name: asked, type: .cname, timeToLive: 60, value: .name(real)),
        DNSRecord(name: real, type: .a, timeToLive: 60, value: .a(IPv4Address(10, 0, 0, 1))),
        DNSRecord(name: real, type: .aaaa, timeToLive: 60, value: .aaaa(IPv6Address(high: 0xFD00 << 48, low: 7))),
      ])
    var bytes = Samples.datagram(0)
    var data: [UInt8] = []
    message.append(to: &data)
    let (ip, udp) = (28 + data.count, 8 + data.count)
    bytes.replaceSubrange(16..<18, with: [UInt8(ip >> 8), UInt8(ip & 255)])
    bytes.replaceSubrange(34..<36, with: [0, 53])
    bytes.replaceSubrange(38..<40, with: [UInt8(udp >> 8), UInt8(udp & 255)])
    return bytes + data
  }

  @Test func wiresharkResolvesByThem() throws {
    try TemporaryFolder.with { folder in
      let bytes = try Self.answer()
      let frame = Frame(
        number: 1, timestamp: Timestamp(nanoseconds: 1), linkType: .ethernet, originalLength: bytes.count)
      var gatherer = NameGatherer()
      let found = gatherer.block(for: frame, bytes.span)
      let block = try #require(found)
      // What is known is not said again, and other packets say nothing.
      let again = gatherer.block(for: frame, bytes.span)
      let other = Samples.datagram(40)
      let another = gatherer.block(for: frame, other.span)
      #expect(again == nil && another == nil)
      let path = folder + "/a.pcapng"
      var writer = try CaptureWriter.create(path, format: .pcapng, interfaces: [.init(linkType: .ethernet)])
      try writer.write(block)
      try writer.write(frame, Samples.datagram(4).span)
      try writer.close()
      let result = try Tool.run("tshark", "-N", "n", "-r", path, "-T", "fields", "-e", "ip.src_host")
      #expect(result.output == "www.shop.example\n", "\(result.output) \(result.errors)")
    }
  }
}
