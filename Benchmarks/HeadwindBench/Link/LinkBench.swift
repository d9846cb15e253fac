import LinkConditions
import VirtualLink

/// How exact and how fast a link is, with a bare pair of interfaces in the same run as a control.
enum LinkBench {
  static let titles = ["link throughput", "link delay", "link rate", "link packets"]

  /// Prints the measurements that are wanted.
  static func run(_ isWanted: (String) -> Bool) throws {
    if isWanted("link throughput") { try throughput() }
    if isWanted("link delay") { try delay() }
    if isWanted("link rate") { try rate() }
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

  private static func delay() throws {
    let control = try LinkMeasurements.delayErrors(try .bare(), delay: 0)
    let conditions = DirectionConditions(delay: LinkDuration(nanoseconds: 100_000_000))
    let link = try LinkMeasurements.delayErrors(try .link(conditions), delay: 0.1)
    say("link delay: error at 100 ms (expected p50 below 0.15 ms)")
    for (words, errors) in [("link", link), ("bare interfaces", control)] {
      let p50 = thousandths(errors[errors.count / 2])
      let p99 = thousandths(errors[errors.count * 99 / 100])
      say("  \(words): p50 \(p50) ms, p99 \(p99) ms, least \(thousandths(errors[0])) ms")
    }
  }

  private static func rate() throws {
    say("link rate: IP bytes that arrive (expected within 1 %)")
    for (words, asked, payload) in [
      ("32 kbps", 32_000, 100), ("1 Mbps", 1_000_000, 1000), ("100 Mbps", 100_000_000, 1472),
    ] {
      let conditions = DirectionConditions(bandwidth: Bandwidth(bitsPerSecond: UInt64(asked)))
      let got = try LinkMeasurements.rate(try .link(conditions), payload: payload, asked: Double(asked))
      say("  \(words): \(rounded(got / 1000)) kbit/s, error \(thousandths((got / Double(asked) - 1) * 100)) %")
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
  private static func thousandths(_ value: Double) -> String { value.rounded(to: 3) }
}
