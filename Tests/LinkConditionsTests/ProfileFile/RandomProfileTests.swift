import LinkConditions
import TestSupport
import Testing

/// Random profiles of the grammar's own words, with good and bad values mixed. They are closer to what people write
/// than random bytes.
struct RandomProfileTests {
  private static let times = ["5 ms", "20ms", "1 s", "2 h", "-1 ms", "0 s", "7", "1e3 ms", "nan ms", "99999999999 h"]
  private static let shares = ["1 %", "25%", "100 %", "0 %", "101 %", "-3 %", "5", "0.0000000001 %", "inf %"]
  private static let values: [String: [String]] = [
    "bandwidth": [
      "1 Mbps", "32 kbps", "unlimited", "10 Mbps to 100 kbps over 5 s", "0 bps", "1 MBps", "1 Mbps to over",
      "9999 Gbps",
    ],
    "counts": [
      "ip", "ethernet", "overhead 24, cell 48", "{ base: ip, overhead: -14 B }", "cell 0 B", "{ cell: 5 B }", "frames",
    ],
    "delay": times + ["20 ms to 500 ms over 5 s", "1 s to 0 s over 1 s", "to over"], "jitter": times,
    "distribution": ["uniform", "normal", "pareto", "paretonormal", "gamma", "./no.dist"],
    "correlation": shares + ["exact 25 %", "exact", "netem"],
    "loss": shares + [
      "0 % to 10 % over 5 s", "{ random: 10 %, correlation: 25 % }", "{ random: 1 %, four-state: {} }",
      "{ gilbert-elliott: { p: 2 %, r: 25 %, loss-in-bad: 100 %, loss-in-good: 0 % } }",
      "{ four-state: { p13: 5 %, p31: 30 %, p32: 20 %, p23: 40 %, p14: 1 % } }",
    ],
    "ecn": ["true", "false", "maybe"], "duplicate": shares + ["{ probability: 1 %, correlation: 25 % }"],
    "corrupt": shares + ["{ correlation: 5 % }"],
    "reorder": shares + ["{ probability: 25 %, correlation: 50 %, gap: 5 packets }", "{ probability: 1 %, gap: 5 }"],
    "queue": [
      "50 packets", "64 KB", "200 ms", "1 B", "0 packets", "50", "-3 packets", "1 us", "codel", "pie",
      "{ discipline: fq_codel, flows: 3 flows, quantum: 300 B, target: 2 ms, ecn: false }",
      "{ discipline: codel, interval: 50 ms, limit: 5 packets, ce-threshold: 1 ms }",
      "{ discipline: pie, tupdate: 5 ms, alpha: 3, beta: 40 }", "{ discipline: fifo, limit: 64 KB }",
    ],
    "slot": [
      "{ from: 20 ms, to: 40 ms, packets: 10 packets }", "{ delay: 20 ms, jitter: 5 ms, distribution: normal }",
      "{ to: 3 ms }", "{}",
    ],
    "trace": ["elevator", "tunnel", "./no.trace", "elevatr"],
    "mtu": ["1400 B", "{ bytes: 1400 B, icmp: false }", "3 B"],
    "drop": ["3", "[3, 7..9]", "down 3, 7..9", "9..7", "[]", "0"], "protocol": ["tcp", "udp", "quic", "icmp", "sctp"],
    "port": ["443", "8000..8999", "0", "70000"],
    "address": ["192.0.2.1", "10.0.0.0/8", "2001:db8::/32", "1.2.3", "::/129"],
    "host": ["api.example", "'*.example'", "a b"], "quic": ["true", "false", "maybe"],
    "server-name": ["api.example", "'*.example'", "a b", "''"], "alpn": ["h3", "http/1.1", "'h 3'", "''", "[h2]"],
    "direction": ["up", "down", "sideways"],
    "first": ["3 packets", "0 packets", "3"],
  ]
  private static let conditionKeys = [
    "bandwidth", "counts", "delay", "jitter", "distribution", "correlation", "loss", "ecn", "duplicate", "corrupt",
    "reorder", "queue", "slot", "trace", "mtu", "drop",
  ]
  private static let selectorKeys = [
    "protocol", "port", "address", "host", "quic", "server-name", "alpn", "direction", "first",
  ]

  private func mapping(_ keys: [String], _ random: inout SeededGenerator, more: [String] = []) -> String {
    let count = Int.random(in: 0...4, using: &random)
    let chosen = (0..<count).compactMap { _ in keys.randomElement(using: &random) }
    let pairs = chosen.map { key -> String in
      // Sometimes a value of another key, or nothing, or a list or mapping instead of a word.
      let strange = ["", "[1, 2]", "{ a: b }", "'", "~", "!!int 3", "# c"]
      switch UInt8.random(in: 0..<20, using: &random) {
      case 0: return "\(key): \(strange.randomElement(using: &random) ?? "")"
      case 1: return "\(key): \(Self.values.values.randomElement(using: &random)?.randomElement(using: &random) ?? "")"
      case 2: return "\(key)s: 1"
      default: return "\(key): \(Self.values[key]?.randomElement(using: &random) ?? "x")"
      }
    }
    return "{ " + (more + pairs).joined(separator: ", ") + " }"
  }

  private func text(_ random: inout SeededGenerator) -> String {
    var lines = [["name: A", "name: B C", "name:", "name: [1]"].randomElement(using: &random) ?? ""]
    for key in ["downlink", "uplink"] where Bool.random(using: &random) {
      lines.append("\(key): \(mapping(Self.conditionKeys, &random))")
    }
    if UInt8.random(in: 0..<4, using: &random) == 0 {
      let times = Self.times.randomElement(using: &random) ?? ""
      lines.append("dns: { delay: \(times), loss: \(Self.shares.randomElement(using: &random) ?? "") }")
    }
    if UInt8.random(in: 0..<3, using: &random) == 0 {
      lines.append("select:")
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let key = Self.selectorKeys.randomElement(using: &random) ?? ""
        let way = ["downlink", "uplink"].randomElement(using: &random) ?? ""
        let more = [
          "\(key): \(Self.values[key]?.randomElement(using: &random) ?? "")",
          "\(way): \(mapping(Self.conditionKeys, &random))",
        ]
        lines.append("  - \(mapping(Self.selectorKeys + Self.conditionKeys, &random, more: more))")
      }
    }
    if UInt8.random(in: 0..<6, using: &random) == 0 { lines.append("drop: up 1; down 3, 7..9") }
    return lines.shuffled(using: &random).joined(separator: "\n")
  }

  /// No text traps. A refused profile has a reason and a place within the text. An accepted profile can be written and
  /// read again, has a meaning for tc or a reason why not, and carries packets.
  @Test func randomProfilesHaveAMeaningOrAReason() throws {
    var random = SeededGenerator(seed: 4)
    var accepted = 0
    for _ in 0..<max(1500, fuzzCount / 40) {
      let text = text(&random)
      let read = Result { () throws(ProfileFileError) in
        try ProfileFile.profile(in: Array(text.utf8), file: "random")
      }
      switch read {
      case .success(let profile):
        accepted += 1
        #expect(
          try ProfileFile.profile(in: Array(ProfileText.yaml(of: profile).utf8), file: "again") == profile, "\(text)")
        if profile.netemObstacles.isEmpty {
          #expect(TrafficControlCommands.script(for: profile).count > 2)
        }
        #expect(!ProfileWords.lines(about: profile).isEmpty, "\(text)")
        carryPackets(profile)
      case .failure(let error):
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(!error.problems.isEmpty)
        for problem in error.problems {
          try #require((1...lines.count).contains(problem.line), "\(text): \(problem)")
          #expect((1...lines[problem.line - 1].count + 1).contains(problem.column), "\(text): \(problem)")
          #expect(!problem.message.isEmpty && !problem.message.contains("\n") && !problem.message.hasPrefix(":"))
        }
      }
    }
    #expect(accepted > 100, "the generator finds too few good ones")
  }

  private func carryPackets(_ profile: Profile) {
    for direction in [LinkDirection.uplink, .downlink] {
      var link = LinkEmulator(conditions: profile[direction], seed: 1)
      var (copies, dropped) = (0, 0)
      for handle in 0..<Int32(20) {
        let packet = LinkPacket(
          handle: handle, frameLength: 1514, ipLength: 1500, isDNSQuery: false, isECNCapable: true)
        let admission = link.admit(packet, at: LinkInstant(nanoseconds: Int64(handle) * 1_000_000))
        copies += admission.copies
        dropped += admission.copies - admission.queuedCopies
      }
      #expect(copies == dropped + link.queuedPackets)
    }
  }
}
