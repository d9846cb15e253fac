import Testing

@testable import LinkConditions

/// Keys of other tools, and keys at the wrong place.
struct ForeignWordsTests {
  private func message(_ text: String) throws -> String {
    let error = try #require(throws: ProfileFileError.self) {
      _ = try ProfileFile.inline(text, source: "conditions of --profile")
    }
    return error.lines.joined(separator: "\n")
  }

  @Test(arguments: [
    ("{ rate: 1 Mbps }", "rate: unknown key; did you mean 'bandwidth'?"),
    ("{ latency: 5 ms }", "latency: unknown key; did you mean 'delay'? It is one way"),
    ("{ lag: 5 ms }", "lag: unknown key; did you mean 'delay'?"),
    ("{ limit: 1000 }", "limit: unknown key; did you mean 'queue'?"),
    ("{ mbit: 5 }", "mbit: unknown key; did you mean 'bandwidth'?"),
    ("{ packet-loss: 2 % }", "packet-loss: unknown key; did you mean 'loss'?"),
    ("{ packetLoss: 2 % }", "packetLoss: unknown key; did you mean 'loss'?"),
    ("{ target-bw: 5 }", "target-bw: unknown key; did you mean 'bandwidth'?"),
    ("{ down: { delay: 5 ms } }", "down: unknown key; did you mean 'downlink'?"),
    ("{ upload: { delay: 5 ms } }", "upload: unknown key; did you mean 'uplink'?"),
    ("{ downlink: { rate: 1 Mbps } }", "downlink.rate: unknown key; did you mean 'bandwidth'?"),
    ("{ bandwidth: 5 mbit }", "'5 mbit' has the unknown unit 'mbit' (did you mean 'Mbps'?)"),
    (
      "{ delay: 5 ms, uplink: { loss: 1 % } }",
      "delay: is a condition of a direction, so it cannot stand beside 'uplink'"
    ),
    (
      "{ latency: 5 ms, downlink: {}, uplink: {} }",
      "Headwind's word is 'delay', which is a condition of a direction, so it cannot stand beside 'downlink' and 'uplink'"
    ),
    ("{ dealy: 5 ms }", "conditions of --profile:1:3: error: dealy: unknown key; did you mean 'delay'?"),
  ])
  func areNamedWithOurs(text: String, expected: String) throws {
    let message = try message(text)
    #expect(message.contains(expected), "\(message)")
    #expect(message.hasPrefix("conditions of --profile:1:"), "\(message)")
  }

  @Test func aFileSaysWhereAConditionBelongs() throws {
    let error = try #require(throws: ProfileFileError.self) {
      _ = try ProfileFile.profile(in: Array("name: A\ndelay: 5 ms\n".utf8), file: "a.yaml")
    }
    #expect(
      error.lines == [
        "a.yaml:2:1: error: delay: is a condition of a direction: write it under 'downlink', 'uplink' or both"
      ])
  }

  @Test func conditionsOfBothDirectionsStandBesideOthers() throws {
    let profile = try ProfileFile.inline(
      "{ name: X, delay: 10 ms, dns: { delay: 1 s }, select: [{ port: 443, loss: 2 % }] }")
    #expect(
      profile.name == "X" && profile.uplink.delay == .milliseconds(10) && profile.downlink.delay == .milliseconds(10))
    #expect(profile.uplink.dnsDelay == .seconds(1) && profile.selections.count == 1)
    let drops = try ProfileFile.inline("{ delay: 10 ms, drop: down 3, select: [{ port: 443, loss: 2 % }] }")
    #expect(drops.downlink.dropped != .none && drops.uplink.dropped == .none)
  }

  @Test func aNameIsFoundByItsWords() throws {
    let library = ProfileLibrary.shipped
    for (name, expected) in [
      ("Slow 3G", "Chrome Slow 3G"), ("slow-4g", "Chrome Slow 4G"), ("3g fast", "WebPageTest 3G Fast"),
    ] {
      let error = try #require(throws: ProfileLibrary.UnknownName.self) { _ = try library.profile(named: name) }
      #expect(error.nearest == expected)
    }
    #expect(try library.profile(named: "offline").uplink.loss != .none)
  }
}
