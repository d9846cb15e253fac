import Captures
import TestSupport
import Testing
import Wire

/// What we write is what we read, and what others read.
@Suite(.waiting) struct RoundTripTests {
  @Test(arguments: ["a.pcap", "a.pcapng"])
  func framesComeBack(name: String) throws {
    try TemporaryFolder.with { folder in
      var frames = Samples.frames(500)
      if name.hasSuffix("ng") {
        for index in frames.indices {
          frames[index].frame.direction = [.unknown, .inbound, .outbound][index % 3]
          frames[index].comments = [[], ["a comment"], ["zwölf", "日本"]][index % 3]
        }
      }
      try Samples.write(frames, to: folder + "/" + name)
      let (seen, error) = Seen.all(in: folder + "/" + name)
      #expect(error == nil)
      #expect(seen == frames)
    }
  }

  @Test(arguments: ["a.pcap", "a.pcapng"])
  func tcpdumpAndTsharkReadThem(name: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder + "/" + name
      try Samples.write(Samples.frames(100), to: path)
      let tcpdump = try Tool.run("tcpdump", "-n", "-tt", "--nano", "-q", "-r", path)
      let expected = Samples.frames(100).map { seen in
        let (seconds, rest) = seen.frame.timestamp.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let fraction = String(String(1_000_000_000 + rest).dropFirst())
        return "\(seconds).\(fraction) IP 10.0.0.1.4000 > 10.0.0.2.4001: UDP, length \(seen.bytes.count - 42)"
      }
      #expect(tcpdump.output.split(separator: "\n").map(String.init) == expected)
      let tshark = try Tool.run("tshark", "-r", path, "-T", "fields", "-e", "frame.time_epoch", "-e", "frame.len")
      #expect(tshark.output.split(separator: "\n").count == 100)
      #expect(tshark.output.hasPrefix("1700000000.000000000\t42\n1700000001.000123001\t49\n"))
    }
  }

  @Test func namesDirectionsCommentsAndStatisticsReachWireshark() throws {
    try TemporaryFolder.with { folder in
      let path = folder + "/a.pcapng"
      var frames = Samples.frames(2)
      frames[0].frame.direction = .outbound
      frames[1].frame.interfaceID = 1
      frames[1].frame.direction = .inbound
      frames[1].comments = ["dropped: loss"]
      var writer = try CaptureWriter.create(
        path, format: .pcapng,
        interfaces: [.init(linkType: .ethernet, name: "c0"), .init(linkType: .ethernet, name: "s0")])
      for seen in frames {
        try writer.write(seen.frame, seen.bytes.span, comments: seen.comments)
      }
      try writer.write(
        CaptureStatistics(captured: 2, receivedByFilter: 3, droppedByKernel: 1), interface: 0,
        end: frames[1].frame.timestamp)
      try writer.close()
      let tshark = try Tool.run(
        "tshark", "-r", path, "-T", "fields", "-e", "frame.interface_name", "-e", "frame.packet_flags_direction", "-e",
        "frame.comment")
      #expect(tshark.output == "c0\t0x00000002\t\ns0\t0x00000001\tdropped: loss\n")
      let capinfos = try Tool.run("capinfos", "-M", path)
      #expect(capinfos.status == 0)
      #expect(capinfos.output.contains("headwind"), "\(capinfos.output)")
    }
  }
}
