import Dissection
import Testing
import Wire

@Suite("Display filters agree with tshark")
struct FilterOracleTests {
  static let filters = [
    "tcp", "udp", "ip", "ipv6", "not tcp", "tcp.port == 9000", "tcp.port != 9000", "tcp.srcport == 9000",
    "tcp.srcport != 9000", "!(tcp.port == 9000)", "tcp.port !== 9000", "tcp.port === 9000", "tcp.dstport >= 50000",
    "tcp.dstport in {80, 9000, 50001..50002}", "not tcp.dstport in {9000}", "ip.addr == 10.0.0.1",
    "ip.src == 10.0.0.0/8",
    "ip.src == 10.0.0.2/31", "ip.dst != 10.0.0.0/30", "ip.src > 10.0.0.1", "ip.src == ip.dst", "tcp.flags.syn == 1",
    "tcp.flags.syn == True && tcp.flags.ack == 0", "tcp.flags & 0x02", "tcp.flags & 2 == 2", "tcp.flags == 0x012",
    "tcp.len > 0 and tcp.len <= 10", "tcp.payload contains \"hel\"",
    "tcp.payload contains 68:65:6c", "tcp.payload matches \"HEL+O\"", "frame contains \"PUT\"",
    "frame matches r\"put\\s/a\"", "tcp.payload[0:3] == 68:65:6c", "tcp.payload[0] == 0x68",
    "tcp.payload[1-2] == 65:6c",
    "tcp.payload[-1:] == 6f", "tcp.payload[4:]", "len(tcp.payload) == 5", "len(tcp.payload) > 1000",
    "count(ip.addr) == 2", "count(tcp.options.nop) > 0", "frame.number == 3 || frame.number == 5",
    "frame.number >= 2 && frame.number < 6", "frame.len > 100", "frame.time_relative > 0.005",
    "frame.time >= \"2023-11-14 22:13:20\"", "frame.time < \"Nov 14, 2023 22:13:20.005\"",
    "tcp.analysis.retransmission",
    "tcp.analysis.out_of_order", "tcp.analysis.flags", "tcp.analysis.duplicate_ack", "tcp.analysis.zero_window",
    "tcp.analysis.lost_segment", "tcp.analysis.keep_alive || tcp.analysis.keep_alive_ack", "tcp.analysis.window_update",
    "tcp.analysis.spurious_retransmission", "tcp.analysis.reused_ports", "tcp.stream == 1", "tcp.stream eq 0",
    "tcp.seq == 1", "tcp.ack > 1000", "tcp.seq + tcp.len == tcp.nxtseq", "tcp.analysis.ack_rtt < 0.002",
    "tcp.time_delta > 1", "tcp.window_size < 3000", "ip.ttl == 64", "ip.proto == 6", "ip.proto == \"TCP\"",

    "ip.version == 4 and not (tcp.srcport == 9000 or tcp.len > 0)", "any ip.addr > 10.0.0.1", "all ip.addr > 10.0.0.1",
    "ip.id == 0x0", "tcp.flags.str contains \"S\"", "tcp.dstport == 9000 - 0",
    "eth.src[0:3] == 00:00:00",
    "ip.addr#1 == 10.0.0.1", "tcp.connection.syn", "_ws.expert", "tcp.completeness == 31",
  ]

  @Test("on the packets that fit")
  func packets() throws {
    try SampleCaptures.each { path in
      for filter in Self.filters {
        let theirs = try Wireshark.read(path, ["-Y", filter, "-T", "fields", "-e", "frame.number"]).compactMap {
          Int($0)
        }
        let ours = try CaptureFile.numbers(path, filter)
        #expect(ours == theirs, "\(path): \(filter)")
      }
    }
  }

  /// What Wireshark learned after the version that is compared with.
  @Test(
    "and take what newer ones take",
    arguments: [
      ("6 == ip.proto", "ip.proto == 6"), ("10 < frame.number < 14", "frame.number > 10 and frame.number < 14"),
      (
        "tcp.len == 5 xor tcp.flags.fin == 1",
        "(tcp.len == 5 or tcp.flags.fin == 1) and not (tcp.len == 5 and tcp.flags.fin == 1)"
      ), ("tcp.dstport not in {9000}", "tcp and not tcp.dstport == 9000"),
    ])
  func newer(_ filter: String, _ same: String) throws {
    try SampleCaptures.each { path in
      let numbers = try CaptureFile.numbers(path, filter)
      #expect(numbers == (try CaptureFile.numbers(path, same)) && !numbers.isEmpty)
    }
  }

  @Test(
    "on what is no filter",
    arguments: [
      "tcp.port ==", "tcp.prot == 80", "ip.src == 300.1.1.1", "tcp.port == \"x\"", "tcp.port == 70000", "(tcp", "tcp)",
      "tcp.port in 80", "tcp.port in {80", "6 == 7", "dns.qry.name matches abc", "tcp.payload matches \"(\"", "tcp &&",
      "frame contains \"a", "ip.src contains 1", "tcp.analysis.retransmission == 1", "nosuch(tcp.port) == 1",
      "len(1) == 1",
      "tcp.port == 10.0.0.1", "ip.src == ::1", "tcp.port[1] == 2", "'ab' == tcp.port", "tcp tcp", "tcp.port == == 80",
    ])
  func errors(_ text: String) throws {
    try TemporaryDirectory.with { directory in
      let path = directory + "/empty.pcap"
      try TemporaryDirectory.write(SampleCaptures.file([]), to: path)
      #expect(try Wireshark.run(["-r", path, "-Y", text]).status != 0, "tshark takes it")
    }
    #expect(throws: FilterError.self) { try DisplayFilter(text) }
  }

  @Test("and headers alone say the same as the tree")
  func headers() throws {
    var compared = 0
    try SampleCaptures.each { path in
      for text in Self.filters {
        let filter = try DisplayFilter(text)
        guard filter.needsOnlyHeaders else { continue }
        var dissector = PacketDissector(wanted: filter.fields, wantsText: false)
        try CaptureFile.read(path) { frame, bytes, _ in
          guard let answer = filter.matchesHeaders(frame, bytes) else { return }
          dissector.dissect(frame, bytes)
          let whole = filter.matches(dissector.tree, bytes)
          #expect(answer == whole, "\(path) \(frame.number): \(text)")
          compared += 1
        }
      }
    }
    #expect(compared > 500)
  }
}
