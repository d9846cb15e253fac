import LinkConditions
import TestSupport
import Testing

struct ProfileFileTests {
  private func profile(_ text: String) throws -> Profile {
    try ProfileFile.profile(in: Array(text.utf8), file: "my.yaml")
  }

  /// The errors in a text, as `line:column: message`.
  private func problems(_ text: String) -> [String] {
    do {
      _ = try ProfileFile.profile(in: Array(text.utf8), file: "my.yaml")
      return []
    } catch {
      return error.problems.map { "\($0.line):\($0.column): \($0.message)" }
    }
  }

  @Test func readsTheWholeLanguage() throws {
    let profile = try profile(
      """
      name: Everything
      summary: "All of it: at once"
      source: here
      downlink:
        bandwidth: 1.5 Mbps
        counts: { base: ethernet, overhead: -14 B, cell: 48 B, cell-overhead: 5 B }
        delay: 100 ms
        jitter: 20ms
        distribution: normal
        correlation: 25 %
        loss: { gilbert-elliott: { p: 2 %, r: 25 %, loss-in-bad: 50%, loss-in-good: 1 % } }
        ecn: true
        duplicate: 1 %
        corrupt: { probability: 0.5 %, correlation: 10 % }
        reorder: { probability: 25 %, correlation: 50 %, gap: 5 packets }
        queue: 64 KB
        slot: { from: 20 ms, to: 40 ms, packets: 10 packets, bytes: 8 KB }
      uplink:
        loss: { four-state: { p13: 5 %, p31: 30 %, p32: 20 %, p23: 40 %, p14: 1 % } }
      dns: { delay: 200 ms, loss: 10 % }
      """)
    let downlink = profile.downlink
    #expect(profile.name == "Everything" && profile.summary == "All of it: at once" && profile.source == "here")
    #expect(downlink.bandwidth == .kilobits(1500))
    #expect(downlink.accounting == ByteAccounting(base: .ethernet, overhead: -14, cellSize: 48, cellOverhead: 5))
    #expect(downlink.delay == .milliseconds(100) && downlink.jitter == .milliseconds(20))
    #expect(downlink.distribution == DelayTable.named("normal").map(DelayDistribution.table))
    #expect(downlink.delayCorrelation == Probability(percent: 25))
    let ten = try #require(Probability(percent: 10))
    let twentyFive = try #require(Probability(percent: 25))
    let fifty = try #require(Probability(percent: 50))
    let one = try #require(Probability(percent: 1))
    let two = try #require(Probability(percent: 2))
    #expect(
      downlink.loss == .gilbertElliott(.init(toBad: two, toGood: twentyFive, lossInBad: fifty, lossInGood: one)))
    #expect(downlink.marksInsteadOfLosing)
    #expect(downlink.duplicate == CorrelatedProbability(one))
    #expect(downlink.corrupt.correlation == ten)
    #expect(downlink.reorder == Reordering(CorrelatedProbability(twentyFive, correlation: fifty), gap: 5))
    #expect(downlink.queue == .bytes(64_000))
    #expect(
      downlink.slots == Slots(spacing: .uniform(.milliseconds(20), .milliseconds(40)), packets: 10, bytes: 8_000))
    guard case .fourState(let model) = profile.uplink.loss else { throw Unexpected() }
    #expect(model.p14 == one && model.p32 == Probability(percent: 20))
    #expect(profile.uplink.dnsDelay == .milliseconds(200) && profile.uplink.dnsLoss == ten)
    // Its written form reads back as the same profile.
    #expect(try self.profile(ProfileText.yaml(of: profile)) == profile)
  }

  struct Unexpected: Error {}

  @Test func anUnlimitedBandwidthAndNoConditions() throws {
    #expect(try profile("name: A\ndownlink: { bandwidth: unlimited }") == Profile(name: "A"))
    #expect(try profile("{name: A}") == Profile(name: "A"))
    #expect(try profile("\u{FEFF}name: A\r\nuplink: { delay: 0.5 s }\r\n").uplink.delay == .milliseconds(500))
  }

  @Test(arguments: [
    ("name: A\ndownlnk: {}", "2:1: downlnk: unknown key; did you mean 'downlink'? (allowed: name,"),
    ("name: A\nuplink: { bandwith: 1 Mbps }", "2:11: uplink.bandwith: unknown key; did you mean 'bandwidth'?"),
    (
      "name: A\nuplink: { bandwidth: 32 }",
      "2:22: uplink.bandwidth: '32' has no unit; write a bandwidth such as '32 kbps'"
    ),
    ("name: A\nuplink: { bandwidth: 32 kBps }", "has the unknown unit 'kBps' (bytes? a bandwidth is in bits)"),
    ("name: A\nuplink: { bandwidth: 0 kbps }", "'0 kbps' is out of range (1 bps to 1000 Gbps)"),
    ("name: A\nuplink: { bandwidth: 1e9 bps }", "has the unknown unit 'e9 bps'"),
    ("name: A\nuplink: { bandwidth: fast }", "'fast' does not start with a number"),
    ("name: A\nuplink: { bandwidth: [1] }", "uplink.bandwidth: found a list; write a bandwidth"),
    ("name: A\nuplink: { bandwidth: }", "uplink.bandwidth: found nothing; write a bandwidth"),
    ("name: A\nuplink: { delay: 100 }", "'100' has no unit; write a time such as '100 ms'"),
    ("name: A\nuplink: { delay: -1 ms }", "'-1 ms' is out of range (0 s to 1 h)"),
    ("name: A\nuplink: { delay: 100 MS }", "has the unknown unit 'MS' (did you mean 'ms'?)"),
    ("name: A\nuplink: { delay: 2 h }", "is out of range"),
    ("name: A\nuplink: { loss: 90 }", "uplink.loss: '90' has no unit; write a percentage such as '10 %'"),
    ("name: A\nuplink: { loss: 101 % }", "uplink.loss: '101 %' is out of range"),
    ("name: A\nuplink: { loss: 0.9 }", "'0.9' has no unit"),
    ("name: A\nuplink: { loss: {} }", "uplink.loss: found 0 loss models"),
    ("name: A\nuplink: { loss: { random: 1 %, four-state: {} } }", "uplink.loss: found 2 loss models"),
    ("name: A\nuplink: { loss: { gilbert-elliott: { p: 1 % } } }", "uplink.loss.gilbert-elliott.r: missing"),
    (
      "name: A\nuplink: { loss: { four-state: { p13: 60 %, p14: 60 %, p31: 1 % } } }",
      "p13 and p14 add up to more than 100 %"
    ),
    ("name: A\nuplink: { delay: 10 ms, jitter: 20 ms }", "uplink.jitter: 20 ms is more than the delay (10 ms)"),
    ("name: A\nuplink: { delay: 10 s, jitter: 3 s }", "is out of range (0 s to 2.147 s)"),
    ("name: A\nuplink: { delay: 10 s, correlation: 3 % }", "uplink.correlation: has no effect without a jitter"),
    (
      "name: A\nuplink: { delay: 1 s, jitter: 1 ms, distribution: norml }",
      "'norml' is not a distribution; did you mean 'normal'?"
    ),
    ("name: A\nuplink: { reorder: 10 % }", "uplink.reorder: needs a delay"),
    ("name: A\nuplink: { ecn: true }", "uplink.ecn: has no effect without a loss"),
    ("name: A\nuplink: { queue: 64 KB }", "uplink.queue: without a bandwidth nothing waits"),
    ("name: A\nuplink: { bandwidth: 1 Mbps, queue: 100 B }", "is less than one packet"),
    ("name: A\nuplink: { queue: 0 packets }", "'0 packets' is out of range (1 to 10000000 packets); write a limit"),
    ("name: A\nuplink: { queue: 50 }", "'50' is not a limit"),
    ("name: A\nuplink: { counts: ip }", "has no effect without a bandwidth or a trace"),
    ("name: A\nuplink: fast", "2:9: uplink: found 'fast'; write conditions such as"),
    ("name: A\ndns: 200 ms", "dns: found '200 ms'; write conditions for DNS queries"),
    ("name: A\nuplink: { slot: { to: 1 ms } }", "uplink.slot.from: missing"),
    ("summary: B", "1:1: name: missing"),
    ("name: ' '", "name: ' ' is not a valid name"),
    ("name: A\nname: B", "1:1: the key 'name' appears more than once here"),
    ("name: A\n---\nname: B", "2:1: a profile file holds one document; here is another"),
    ("a: &x [1]\nb: *x", "1:4: anchors ('&') are not allowed"),
    ("name: *x", "1:7: aliases ('*') are not allowed"),
    ("name: A\n? [a, b]\n: c", "a key is a word, not a list"),
    ("", "1:1: the file is empty"),
    ("# only a comment\n", "1:1: the file is empty"),
    ("just text", "found 'just text'; write a profile"),
    ("name: [", "not YAML:"),
    ("name: A\n\tuplink: {}", "not YAML:"),
    ("name: A\0", "not YAML:"),
  ])
  func saysWhatIsWrong(text: String, expected: String) {
    let found = problems(text)
    #expect(found.count >= 1)
    #expect(found.contains { $0.contains(expected) }, "\(found)")
  }

  @Test func reportsEverythingThatIsWrong() {
    let text = """
      name: A
      sumary: B
      downlink: { bandwidth: 32, delay: soon, loss: 200 % }
      uplink: { delay: 1 ms, jitter: 5 ms }
      dns: { dely: 1 s }
      """
    #expect(
      problems(text).map { String($0.prefix { $0 != " " }) } == ["2:1:", "3:24:", "3:35:", "3:47:", "4:32:", "5:8:"])
  }

  @Test func namesTheFile() throws {
    let error = try #require(throws: ProfileFileError.self) {
      try ProfileFile.profile(in: Array("name: A\nuplink: 5".utf8), file: "dir/my.yaml")
    }
    #expect(error.lines.first?.hasPrefix("dir/my.yaml:2:9: error: uplink: found '5'") == true)
  }

  @Test func bytesThatAreNoText() throws {
    let error = try #require(throws: ProfileFileError.self) {
      try ProfileFile.profile(in: Array("name: é\nsummary: ".utf8) + [0xff, 0xfe], file: "f")
    }
    #expect(error.lines == ["f:2:10: error: the file is not UTF-8: byte 18 is invalid"])
    let large = try #require(throws: ProfileFileError.self) {
      try ProfileFile.profile(in: Array(repeating: UInt8(ascii: "a"), count: 300_000), file: "f")
    }
    #expect(large.lines.first?.contains("300000 bytes") == true)
  }

  /// Lists nested as deeply as a file allows give an error, not a stack overflow.
  @Test(arguments: ["[", "{a: ", "- ", "? "])
  func deepNesting(opening: String) {
    #expect(throws: ProfileFileError.self) {
      try ProfileFile.profile(in: Array(String(repeating: opening, count: 60_000).utf8), file: "f")
    }
  }

  /// Mutated profiles are either read, or refused with a place inside the file. A profile that is read can be written
  /// and read back.
  @Test func mutatedProfiles() throws {
    let seeds =
      ProfileLibrary.shippedFiles.map(\.bytes) + [
        Array(
          "name: E\ndownlink: { bandwidth: 1 Mbps, delay: 9 ms, jitter: 2 ms, loss: { random: 1 %, correlation: 5 % }, queue: 9 packets }\n"
            .utf8)
      ]
    let pieces = [
      "&a", "*a", "[", "]", "{", "}", ":", "- ", "? ", "\n", "\t", "%", "!!int ", "|", ">", "'", "\"", "#", "---",
      "...", "\u{0}",
      "99999999999", "kbps", " ms", "-", "<<: ", "é", "\u{2028}", "0.0000001", "!<x> ", "\\x00",
    ]
    var random = SeededGenerator(seed: 77)
    for _ in 0..<max(1, fuzzCount / 20) {
      var bytes = seeds.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let at = Int.random(in: 0...bytes.count, using: &random)
        switch UInt8.random(in: 0..<4, using: &random) {
        case 0: bytes.insert(contentsOf: Array((pieces.randomElement(using: &random) ?? "").utf8), at: at)
        case 1: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 0..<9, using: &random)))
        case 2: if at < bytes.count { bytes[at] = UInt8(truncatingIfNeeded: random.next()) }
        default: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + 30)], at: at)
        }
      }
      checkReading(bytes)
    }
  }

  private func checkReading(_ bytes: [UInt8]) {
    let profile: Profile
    do {
      profile = try ProfileFile.profile(in: bytes, file: "f")
    } catch {
      #expect(!error.problems.isEmpty)
      #expect(error.problems.allSatisfy { $0.line >= 1 && $0.column >= 1 })
      return
    }
    let text = ProfileText.yaml(of: profile)
    let again = try? ProfileFile.profile(in: Array(text.utf8), file: "g")
    #expect(again == profile, "\(text)")
    #expect(!ProfileWords.lines(about: profile).isEmpty)
  }
}
