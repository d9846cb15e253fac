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
    var (bare, masquerade, relay): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<turns {
      bare.append(try LinkMeasurements.throughput(try .bare()))
      masquerade.append(try throughput(usesRelay: false))
      relay.append(try throughput(usesRelay: true))
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

  private static func throughput(usesRelay: Bool) throws -> Double {
    let pair = try DirectPair()
    // All on one thread, because the helper of the masquerade lives as long as the thread that starts it.
    return try pair.client.perform {
      try forward()
      let link = try Link(
        kind: .connected, timeline: Timeline(first: .clean), seed: RunSeed(1), access: HostAccess(usesRelay: usesRelay))
      defer { link.stop() }
      return try LinkMeasurements.throughput(
        BenchPath(client: link.topology.client, farSide: pair.farSide, farHost: "10.84.0.1"))
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
