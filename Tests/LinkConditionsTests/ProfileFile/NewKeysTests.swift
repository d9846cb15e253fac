import LinkConditions
import Testing

/// The keys of a profile that are not netem's, and the files that it names.
struct NewKeysTests {
  private let files = CompanionFiles { path throws(CompanionFiles.Failure) in
    let files = [
      "./good.dist": "# mean\n 0 8192\n-8192 # both\n", "bad.dist": "1\n2\n\n4 five 6\n", "wide.dist": "1\n40000\n",
      "./empty.dist": "# nothing\n", "a.trace": "1\n1\n2\n", "back.trace": "5\n\n4\n", "zero.trace": "0\n0\n",
      "two.trace": "1\n2 3\n", "neg.trace": "-1\n",
    ]
    guard let text = files[path] else { throw CompanionFiles.Failure("cannot be read: no such file") }
    return Array(text.utf8)
  }

  private func profile(_ text: String) throws -> Profile {
    try ProfileFile.profile(in: Array(text.utf8), file: "my.yaml", companions: files)
  }

  private func problems(_ text: String) -> [String] {
    do {
      _ = try profile(text)
      return []
    } catch let error as ProfileFileError {
      return error.problems.map { "\($0.line):\($0.column): \($0.message)" }
    } catch {
      return ["\(error)"]
    }
  }

  @Test func readsTheWholeLanguage() throws {
    let text = """
      name: Everything else
      downlink:
        trace: a.trace
        counts: { base: ethernet, overhead: 4 B }
        delay: 20 ms to 500 ms over 5 s
        jitter: 10 ms
        distribution: ./good.dist
        correlation: exact 25 %
        loss: 0 % to 10 % over 1 min
        duplicate: { probability: 1 %, correlation: exact 50 % }
        reorder: { probability: 1 %, correlation: exact 5 %, gap: 3 packets }
        drop: [3, 7..9]
        mtu: { bytes: 1400 B, icmp: false }
        slot: { delay: 20 ms, jitter: 5 ms, distribution: normal, packets: 4 packets }
      uplink: { bandwidth: 10 Mbps to 100 kbps over 5 s, loss: { random: 10 %, correlation: exact 25 % }, mtu: 1280 B }
      select:
        - { host: "*.example", protocol: tcp, port: 8000..8999, loss: 100 % }
        - { address: 2001:db8::/32, direction: up, first: 10 packets, uplink: { delay: 1 s } }
        - { protocol: quic, port: 443 }
      """
    let profile = try profile(text)
    let downlink = profile.downlink
    #expect(downlink.trace == DeliveryTrace(name: "a.trace", opportunities: [1, 1, 2]))
    #expect(downlink.accounting == ByteAccounting(base: .ethernet, overhead: 4))
    #expect(
      downlink.delay == .milliseconds(20) && downlink.delayRamp == Ramp(to: .milliseconds(500), over: .seconds(5)))
    #expect(downlink.distribution == DelayTable(name: "./good.dist", entries: [0, 8192, -8192]).map { .table($0) })
    #expect(downlink.delayCorrelation == Probability(percent: 25) && downlink.delayCorrelationIsExact)
    #expect(downlink.lossRamp == Probability(percent: 10).map { Ramp(to: $0, over: .seconds(60)) })
    #expect(downlink.duplicate.isExact && downlink.reorder?.overtaking.isExact == true)
    #expect(downlink.dropped == PacketNumbers([3...3, 7...9]))
    #expect(downlink.mtu == MTULimit(bytes: 1400, answers: false) && profile.uplink.mtu == MTULimit(bytes: 1280))
    #expect(profile.uplink.bandwidthRamp == Ramp(to: .kilobits(100), over: .seconds(5)))
    #expect(profile.selections.count == 3)
    #expect(profile.selections[0].selector.ports == 8000...8999)
    #expect(profile.selections[0].uplink == profile.selections[0].downlink)
    #expect(profile.selections[1].downlink == .clean && profile.selections[1].uplink.delay == .seconds(1))
    #expect(profile.selections[1].selector.first == 10)
    #expect(try self.profile(ProfileText.yaml(of: profile)) == profile)
  }

  @Test func dropsAndCorrelationsOfAWholeProfile() throws {
    let profile = try profile(
      """
      name: A
      drop: down 3, 7..9; up 1
      correlation: exact
      uplink: { loss: { random: 10 %, correlation: 25 % }, corrupt: 1 % }
      """)
    #expect(
      profile.downlink.dropped == PacketNumbers([3...3, 7...9]) && profile.uplink.dropped == PacketNumbers([1...1]))
    guard case .random(let chance) = profile.uplink.loss else { throw CompanionFiles.Failure("no loss") }
    #expect(chance.isExact && !profile.uplink.corrupt.isExact)
  }

  @Test(arguments: [
    ("overhead 24, cell 48", ByteAccounting(base: .ip, overhead: 24, cellSize: 48)),
    ("overhead 24 B, cell 48 B", ByteAccounting(base: .ip, overhead: 24, cellSize: 48)),
    ("ethernet, overhead -14", ByteAccounting(base: .ethernet, overhead: -14)),
    ("cell 48, cell-overhead 5 B", ByteAccounting(base: .ip, cellSize: 48, cellOverhead: 5)), ("ip", .ip),
  ])
  func bandwidthsCountInWords(_ words: String, _ expected: ByteAccounting) throws {
    let file = try profile("name: A\nuplink:\n  bandwidth: 1 Mbps\n  counts: \(words)")
    #expect(file.uplink.accounting == expected)
    #expect(try ProfileFile.inline("{ bandwidth: 1 Mbps, counts: \(words) }").downlink.accounting == expected)
  }

  @Test func conditionsThemselvesAreAProfile() throws {
    let both = try ProfileFile.inline("{ bandwidth: 1 Mbps, drop: [2] }")
    #expect(both.uplink == both.downlink && both.uplink.dropped == PacketNumbers([2...2]))
    #expect(try ProfileFile.inline("{ uplink: { delay: 1 s } }").downlink == .clean)
    for words in ["down 3, 7..9, 12", "'down 3, 7..9, 12'", "[down 3, 7..9, 12]"] {
      let dropping = try ProfileFile.inline("{ delay: 5 ms, drop: \(words), loss: 1 % }")
      #expect(dropping.downlink.dropped == PacketNumbers([3...3, 7...9, 12...12]), "\(words)")
      #expect(dropping.uplink.dropped.isEmpty && dropping.uplink.delay == .milliseconds(5))
      #expect(dropping.uplink.loss == dropping.downlink.loss && dropping.uplink.loss != .none)
    }
    #expect(try ProfileFile.inline("{ drop: 3, 7..9 }").uplink.dropped == PacketNumbers([3...3, 7...9]))
    let problem = try #require(throws: ProfileFileError.self) { try ProfileFile.inline("{ delay: 1 }") }
    #expect(problem.lines == ["conditions:1:10: error: delay: '1' has no unit; write a time such as '100 ms' or '2 s'"])
  }

  @Test(arguments: [
    ("downlink: { trace: elevater }", "2:20: downlink.trace: there is no trace 'elevater'; did you mean 'elevator'?"),
    ("downlink: { trace: elevator, bandwidth: 1 Mbps }", "use either a trace or a bandwidth, not both"),
    ("downlink: { trace: no.trace }", "downlink.trace: 'no.trace' cannot be read: no such file"),
    (
      "downlink: { trace: back.trace }",
      "downlink.trace: back.trace:3: 4 comes after 5; times must be in ascending order"
    ),
    ("downlink: { trace: zero.trace }", "zero.trace:2: all opportunities are at 0 ms"),
    ("downlink: { trace: two.trace }", "two.trace:2: two numbers on one line"),
    ("downlink: { trace: neg.trace }", "neg.trace:1: -1 is not a whole number of milliseconds"),
    ("downlink: { delay: 1 s, jitter: 1 ms, distribution: bad.dist }", "bad.dist:4: 'five' is not a whole number"),
    ("downlink: { delay: 1 s, jitter: 1 ms, distribution: wide.dist }", "wide.dist:2: 40000 is not a whole number"),
    ("downlink: { delay: 1 s, jitter: 1 ms, distribution: ./empty.dist }", "empty.dist:1: the file contains no number"),
    ("downlink: { delay: 1 s, jitter: 2 s, distribution: normal }", "2 s is more than the delay (1 s)"),
    (
      "downlink: { bandwidth: 1 Mbps to 2 Mbps }",
      "does not say how long it takes; write it as '10 Mbps to 100 kbps over 5 s'"
    ),
    ("downlink: { bandwidth: 1 Mbps to fast over 5 s }", "does not start with a number"),
    ("downlink: { bandwidth: unlimited to 1 Mbps over 5 s }", "does not start with a number"),
    ("downlink: { delay: 1 s to 2 s over 0 s }", "must take longer than 0 s"),
    ("downlink: { loss: 0 % to 200 % over 5 s }", "is out of range"),
    ("downlink: { drop: [0] }", "'0' is not a packet number"),
    ("downlink: { drop: 9..7 }", "'9..7' ends before it begins"),
    ("drop: 3", "drop: found '3'; write a direction and packet numbers"),
    ("drop: down 3\ndownlink: { drop: 4 }", "are given twice"),
    ("downlink: { mtu: 20 B }", "'20 B' is out of range (68 B to 65535 B)"),
    ("downlink: { mtu: 1400 }", "'1400' has no unit"),
    ("downlink: { mtu: { icmp: maybe } }", "found 'maybe'; write true or false"),
    (
      "downlink: { loss: { random: 1 %, correlation: exactly 3 % } }", "write a percentage such as '25 %' (netem's way)"
    ),
    ("correlation: 25 %", "correlation: found '25 %'; write 'netem' (the default) or 'exact'"),
    ("downlink: { slot: { delay: 1 ms, jitter: 1 ms } }", "slot.delay: needs a distribution"),
    (
      "downlink: { slot: { from: 1 ms, delay: 1 ms, jitter: 1 ms, distribution: normal } }",
      "slot.from: with a distribution, write"
    ),
    ("downlink: { slot: { delay: 1 ms, jitter: 1 ms, distribution: uniform } }", "uniform slots are written with"),
    ("select: { host: a }", "select: found a mapping; write a list"),
    ("select: [{ loss: 1 % }]", "2:10: select[1]: does not say which packets"),
    ("select: [{ host: a b, loss: 1 % }]", "select[1].host: found 'a b'; write a name"),
    ("select: [{ port: 70000, loss: 1 % }]", "select[1].port: found '70000'"),
    ("select: [{ address: 300.1.1.1 }]", "select[1].address: found '300.1.1.1'"),
    ("select: [{ address: 10.0.0.0/33 }]", "select[1].address: found '10.0.0.0/33'"),
    ("select: [{ protocol: sctp }]", "select[1].protocol: found 'sctp'; write one of tcp, udp, quic, icmp"),
    ("select: [{ protocol: icmp, port: 4 }]", "icmp has no ports"),
    ("select: [{ port: 4, loss: 1 %, uplink: { delay: 1 s } }]", "select[1].loss: write it under uplink"),
    ("select: [{ prot: tcp }]", "select[1].prot: unknown key"),
    ("select: [{ protocol: quic, port: 80, loss: 1 % }]", "quic is UDP to port 443 here"),
    ("select: [{ direction: up, downlink: { loss: 1 % } }]", "select[1].downlink: never applies"),
    (
      "select: [{ port: 4, loss: 1 % }, { port: 4 }]",
      "2:34: select[2]: never applies: select[1] matches the same packets"
    ),
    ("select: [{ port: 9..4, loss: 1 % }]", "select[1].port: found '9..4'"),
    ("select: [{ port: 4, first: 0 packets }]", "'0 packets' is out of range"),
    ("select: [{ port: 4, first: -1 packets }]", "'-1 packets' is out of range"),
    ("downlink: { drop: [] }", "downlink.drop: found an empty list"),
    ("downlink: { drop: [1..99999999999999999999] }", "is not a packet number"),
    ("downlink: { slot: { from: 0 ms } }", "slot.from: the time from one slot to the next must be longer than zero"),
    ("downlink: { slot: { from: 4 ms, to: 2 ms } }", "slot.to: is less than 'from'"),
    ("downlink: { slot: { delay: 1 ms, jitter: 2 ms, distribution: normal } }", "slot.jitter: is more than 'delay'"),
    ("downlink: { mtu: 65536 B }", "'65536 B' is out of range"),
    ("downlink: { mtu: { bytes: -1 B } }", "'-1 B' is out of range"),
    ("downlink: { bandwidth: unlimited, counts: ethernet }", "has no effect without a bandwidth or a trace"),
    ("downlink: { bandwidth: 1 Mbps, counts: { overhead: -20 B } }", "leaves nothing of the shortest packet"),
    ("downlink: { bandwidth: 1 Mbps, counts: { overhead: -70000 B } }", "counts.overhead: found '-70000 B'"),
    ("downlink: { bandwidth: 1 Mbps, counts: { cell-overhead: 5 B } }", "needs a 'cell'"),
    ("downlink: { bandwidth: 1 Mbps, counts: { cell: 48 B, cell-overhead: -48 B } }", "leaves nothing of a cell"),
    (
      "uplink: { bandwidth: 1 Mbps, counts: 'overhead 24, cells 48' }",
      "counts: found 'overhead 24, cells 48'; write 'ip'"
    ),
    ("uplink: { bandwidth: 1 Mbps, counts: 'cell 48, cell 53' }", "counts: found 'cell 48, cell 53'"),
    (
      "uplink: { bandwidth: 1 Mbps, counts: 'overhead many B' }",
      "counts.overhead: 'many B' does not start with a number"
    ),
    ("uplink: { delay: 5 ms, 7 }", "2:18: uplink.delay: '5 ms, 7' has the unknown unit"),
    ("? [a]\n: b", "2:3: a key is a word, not a list"),
    ("uplink: [", "2:10: not YAML"), ("uplink: 'a", "2:11: not YAML: found unexpected end of stream"),
    ("uplink: " + String(repeating: "[", count: 9000), "nested too deeply"),
    ("downlink: { bandwidth: 32 kbps, queue: 374 ms }", "one of 1500 B takes 375 ms at 32 kbps"),
    ("downlink: { trace: elevator, queue: 0 s }", "'0 s' is less than one packet takes to send"),
    ("downlink: { queue: codel }", "downlink.queue: without a bandwidth nothing waits"),
    ("downlink: { bandwidth: 1 Mbps, queue: { target: 5 ms } }", "downlink.queue.discipline: missing"),
    ("downlink: { bandwidth: 1 Mbps, queue: { discipline: red } }", "found 'red'; write one of: fifo, codel"),
    ("downlink: { bandwidth: 1 Mbps, queue: { discipline: pie, flows: 3 flows } }", "pie has no 'flows'"),
    ("downlink: { bandwidth: 1 Mbps, queue: { discipline: codel, limit: 64 KB } }", "a number of packets such as"),
    ("downlink: { bandwidth: 1 Mbps, queue: { discipline: codel, target: 0 ms } }", "must be at least 1 us"),
    ("downlink: { bandwidth: 1 Mbps, queue: { discipline: codel, target: 1 s } }", "1 s is not less than the interval"),
    ("downlink: { bandwidth: 1 Mbps, queue: { discipline: pie, beta: 33 } }", "write a number from 0 to 32"),
    ("downlink: { bandwidth: 1 Mbps, queue: -5 packets }", "'-5 packets' is out of range"),
    ("downlink: { loss: 0.00000001 % }", "is less than the smallest possible share"),
    ("downlink: { loss: nan % }", "'nan %' does not start with a number"),
    ("downlink: { loss: inf % }", "'inf %' does not start with a number"),
    ("downlink: { loss: 99999999999999999999 % }", "has too many digits"),
    ("downlink: { delay: 9223372036854775808 ns }", "has too many digits"),
    ("downlink: { delay: 999999999999999999 h }", "is out of range (0 s to 1 h)"),
    ("downlink: { delay: 1 s, jitter: -1 ms }", "'-1 ms' is out of range"),
    ("downlink: { delay: 1 s to 1 ms over 1 s, jitter: 5 ms }", "jitter: 5 ms is more than the delay (1 ms)"),
    ("downlink: { delay: 1 s, reorder: { probability: 1 %, gap: -1 packets } }", "'-1 packets' is out of range"),
    (
      "downlink: { duplicate: { probability: 1 %, correlation: 101 % } }",
      "duplicate.correlation: '101 %' is out of range"
    ),
    ("downlink: { corrupt: -1 % }", "downlink.corrupt: '-1 %' is out of range"),
    ("dns: { delay: 2 h }", "dns.delay: '2 h' is out of range"),
    ("dns: { loss: 101 % }", "dns.loss: '101 %' is out of range"),
    ("dns: { dealy: 1 s }", "dns.dealy: unknown key; did you mean 'delay'?"),
  ])
  func saysWhatIsWrong(text: String, expected: String) {
    let found = problems("name: A\n" + text)
    #expect(found.contains { $0.contains(expected) }, "\(found)")
  }
}
