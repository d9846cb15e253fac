import Glibc
import LinkConditions
import VirtualLink

/// How fast a connected link is by the relay, beside one by the masquerade and a bare pair of interfaces, all in turn in the same
/// run. The host and the server are namespaces of the measurement.
enum RelayBench {
  static let title = "link relay"
  private static let turns = 5

  /// Prints the measurement.
  static func run() throws {
    try throughput()
    try downloads()
  }

  private static func throughput() throws {
    var (bare, masquerade, relay): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<turns {
      bare.append(try LinkMeasurements.throughput(try .bare()))
      masquerade.append(try measure(usesRelay: false) { try LinkMeasurements.throughput($0) })
      relay.append(try measure(usesRelay: true) { try LinkMeasurements.throughput($0) })
    }
    let median = LinkSpeedBench.median
    let ratio = median(zip(relay, masquerade).map { $0 / $1 })
    say(
      Row(
        title: "\(title), a clean connected link", ours: "\(median(relay).rounded(to: 2)) Gbit/s",
        peer: "masquerade \(median(masquerade).rounded(to: 2))", ratio: "ratio \(ratio.rounded(to: 2))",
        target: "5 Gbit/s or ratio 0.7", isReached: median(relay) >= 5 || ratio >= 0.7,
        notes: "bare interfaces \(median(bare).rounded(to: 2))"
      ).text)
  }

  /// 3 MB over conditions that hold packets back or lose them: an end that does not slow down takes many times as long.
  private static func downloads() throws {
    let fast = DirectionConditions(
      bandwidth: Bandwidth(bitsPerSecond: 20_000_000), delay: .milliseconds(10))
    var lossy = fast
    lossy.loss = .random(CorrelatedProbability(Probability(percent: 2) ?? .never))
    let dsl = DirectionConditions(bandwidth: Bandwidth(bitsPerSecond: 2_000_000), delay: .milliseconds(5))
    for (words, conditions) in [("2 Mbps", dsl), ("20 Mbps, 20 ms", fast), ("20 Mbps, 20 ms, loss 2 %", lossy)] {
      let profile = Profile(name: "Bench", downlink: conditions, uplink: conditions)
      let (masquerade, relay) = try (
        measure(profile, usesRelay: false) { try LinkMeasurements.download($0, bytes: 3_000_000) },
        measure(profile, usesRelay: true) { try LinkMeasurements.download($0, bytes: 3_000_000) }
      )
      say(
        Row(
          title: "\(title), 3 MB at \(words)", ours: "\(relay.rounded(to: 2)) s",
          peer: "masquerade \(masquerade.rounded(to: 2))", ratio: "ratio \((relay / masquerade).rounded(to: 3))",
          target: conditions == lossy ? "ratio 1.5 (losses differ)" : "ratio 1.03",
          isReached: relay <= masquerade * (conditions == lossy ? 1.5 : 1.03), notes: ""
        ).text)
    }
  }

  /// Measures a connected link to a server beside a host of the measurement.
  private static func measure(
    _ profile: Profile = .clean, usesRelay: Bool, _ body: @escaping @Sendable (BenchPath) throws -> Double
  ) throws -> Double {
    let pair = try DirectPair()
    // All on one thread, because the helper of the masquerade lives as long as the thread that starts it.
    return try pair.client.perform {
      try forward()
      let link = try Link(
        kind: .connected, timeline: Timeline(first: profile), seed: RunSeed(1), access: HostAccess(usesRelay: usesRelay)
      )
      defer { link.stop() }
      return try body(BenchPath(client: link.topology.client, farSide: pair.farSide, farHost: "10.84.0.1"))
    }
  }

  /// Lets the calling thread's network namespace forward packets.
  private static func forward() throws {
    let file = open("/proc/sys/net/ipv4/ip_forward", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw BenchError("cannot let a namespace forward packets") }
    defer { close(file) }
    guard write(file, "1", 1) == 1 else { throw BenchError("cannot let a namespace forward packets") }
  }
}
