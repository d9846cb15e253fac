import LinkConditions
import VirtualLink

/// How fast a link is, with a bare pair of interfaces in the same run as a control.
enum LinkBench {
  static let titles = ["link throughput", "link packets"]

  /// Prints the measurements that are wanted.
  static func run(_ isWanted: (String) -> Bool) throws {
    if isWanted("link throughput") { try throughput() }
    if isWanted("link packets") { try packets() }
  }

  private static func throughput() throws {
    let bare = try LinkMeasurements.throughput(try .bare())
    say("link throughput: bare interfaces \(rounded(bare)) Gbit/s")
    let delayed = DirectionConditions(delay: LinkDuration(nanoseconds: 10_000_000))
    let cut = DirectionConditions(bandwidth: Bandwidth(bitsPerSecond: 100_000_000_000), queue: .packets(1_000_000))
    for (words, conditions, expected) in [
      ("clean", DirectionConditions.clean, "2"), ("10 ms each way", delayed, "-"), ("each packet on its own", cut, "-"),
    ] {
      let gigabits = try LinkMeasurements.throughput(try .link(conditions))
      say(
        "  \(words): \(rounded(gigabits)) Gbit/s, \(rounded(gigabits / bare)) of the bare ones (expected \(expected))")
    }
  }

  private static func packets() throws {
    let bare = try LinkMeasurements.packets(try .bare())
    let link = try LinkMeasurements.packets(try .link())
    say("link packets: small datagrams a second")
    for (words, figures) in [("link", link), ("bare interfaces", bare)] {
      say("  \(words): \(Int(figures.received)) received of \(Int(figures.sent)) sent")
    }
  }

  private static func rounded(_ value: Double) -> String { value.rounded(to: 2) }
}
