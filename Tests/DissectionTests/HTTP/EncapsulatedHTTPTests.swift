import Captures
import Dissection
import Exchanges
import TestSupport
import Testing
import Wire

/// Exchanges that travel in tunnels, behind labels and on serial lines.
@Suite struct EncapsulatedHTTPTests {
  private static let talk: [Packet] = {
    var talk = Talk()
    talk.say(.client, "GET /inside HTTP/1.1\r\nHost: shop.example\r\n\r\n")
    talk.say(.server, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
    talk.close()
    return talk.packets
  }()

  private static func frame(_ number: Int, _ packet: Packet, _ linkType: LinkType, _ length: Int) -> Frame {
    Frame(
      number: number, timestamp: Timestamp(nanoseconds: 1_700_000_000_000_000_000 + Int64(packet.time) * 1000),
      linkType: linkType, originalLength: length)
  }

  @Test(arguments: Encapsulation.allCases) func exchangesAreFound(_ way: Encapsulation) {
    var reader = HTTPReader()
    for (index, packet) in Self.talk.enumerated() {
      let bytes = way.wrap(packet.bytes)
      reader.read(Self.frame(index + 1, packet, way.linkType, bytes.count), bytes.span)
    }
    reader.finish()
    let exchanges = reader.rest()
    #expect(exchanges.count == 1)
    #expect(exchanges.first?.request?.target == "/inside")
    #expect(exchanges.first?.response?.status == 200)
    #expect(exchanges.first?.client.address == .v4(IPv4Address(10, 0, 0, 1)))
  }

  /// Filters find what the trees show, whether the headers settle it or not.
  @Test(arguments: Encapsulation.allCases) func filtersFindThem(_ way: Encapsulation) throws {
    try TemporaryFolder.with { folder in
      let path = folder + "/a.pcap"
      try Self.write(way, to: path)
      #expect(try CaptureFile.numbers(path, "http.request.uri == \"/inside\"") == [4])
      #expect(try CaptureFile.numbers(path, "tcp.port == 8000").count == Self.talk.count)
      #expect(try CaptureFile.numbers(path, "ip.src == 10.0.0.2 && tcp.flags.syn == 1") == [2])
    }
  }

  /// Not where tshark guesses by the vendors of addresses, reads another byte order, or has no port.
  static let compared = Encapsulation.allCases.filter {
    ![.nflogBigEndian, .pseudowire, .vxlanOfLinux, .directedPPP].contains($0)
  }

  @Test(arguments: compared) func fieldsAreThoseOfTshark(_ way: Encapsulation) throws {
    let prefixes = [
      "eth.", "ip.", "tcp.", "udp.", "ppp", "nflog.", "mpls.", "gre.", "erspan.", "vxlan.", "geneve.", "gtp.",
      "capwap.", "l2tp.",
      "teredo.", "http.",
      "frame.protocols",
    ]
    let fields = FieldTable.fields.filter { field in
      field.type != .none && field.type != .protocol && !CaptureHindsight.fields.contains(field.id)
        && prefixes.contains { field.name.hasPrefix($0) } && !Self.differing(way).contains(field.name)
        && !["tcp.payload", "http.file_data"].contains(field.name)
    }
    try TemporaryFolder.with { folder in
      let path = folder + "/a.pcap"
      try Self.write(way, to: path)
      let ours = try CaptureFile.columns(path, fields.map(\.id))
      let theirs = try Wireshark.read(path, ["-T", "fields"] + fields.flatMap { ["-e", $0.name] })
      try #require(ours.count == theirs.count && ours.count == Self.talk.count)
      for (number, (own, other)) in zip(ours, theirs).enumerated() where own != other {
        let left = own.split(separator: "\t", omittingEmptySubsequences: false)
        let right = other.split(separator: "\t", omittingEmptySubsequences: false)
        for (column, field) in fields.enumerated() where left[column] != right[column] {
          Issue.record("packet \(number + 1), \(field.name): \(left[column]) instead of \(right[column])")
        }
      }
    }
  }

  /// tshark shows the flags of the generic protocol extension with two digits, and leaves the protocol out of the frame's.
  private static func differing(_ way: Encapsulation) -> [String] {
    way == .vxlanGPE || way == .vxlanGPEEthernet ? ["vxlan.flags", "vxlan.flags_reserved", "frame.protocols"] : []
  }

  private static func write(_ way: Encapsulation, to path: String) throws {
    let frames = talk.map { packet in
      let bytes = way.wrap(packet.bytes)
      return FrameGenerator.Generated(bytes: bytes, originalLength: bytes.count)
    }
    try Files.write(Tcpdump.file(frames, linkType: way.linkType), to: path)
  }
}
