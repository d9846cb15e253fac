import Glibc
import LinkConditions
import VirtualLink

/// How fast links are: beside bare interfaces and beside a C program that carries packets and does nothing else, all in turn
/// in the same run. Figures are medians of five, ratios the medians of each turn's ratio.
enum LinkSpeedBench {
  static let titles = [
    "link throughput", "link packets", "link making", "many links", BusyLinkBench.title, RelayBench.title,
  ]
  private static let turns = 5

  /// Prints the measurements that are wanted.
  static func run(_ isWanted: (String) -> Bool, headwind: String, in folder: String) throws {
    let wantsPeer = isWanted("link throughput") || isWanted("link packets") || isWanted(BusyLinkBench.title)
    let forwarder = wantsPeer ? try ForwarderPeer.build(in: folder) : ""
    if isWanted("link throughput") { try throughput(forwarder) }
    if isWanted("link packets") { try packets(forwarder) }
    if isWanted("link making") { try making(headwind) }
    if isWanted("many links") { try ManyLinksBench.run() }
    if isWanted(BusyLinkBench.title) { try BusyLinkBench.run(forwarder) }
    if isWanted(RelayBench.title) { try RelayBench.run() }
  }

  private static func throughput(_ forwarder: String) throws {
    let delayed = DirectionConditions(delay: .milliseconds(10))
    let lossy = DirectionConditions(loss: .random(CorrelatedProbability(Probability(percent: 0.01) ?? .never)))
    let fast = DirectionConditions(bandwidth: Bandwidth(bitsPerSecond: 10_000_000_000))
    let links: [(words: String, conditions: DirectionConditions, gigabits: Double, ratio: Double)] = [
      ("clean", .clean, 8, 0.8), ("10 ms each way", delayed, 5, 0.5), ("loss 0.01 %", lossy, 4, 0.4),
      ("10 Gbps", fast, 4, 0.4),
    ]
    var (bare, peer): ([Double], [Double]) = ([], [])
    var ours = links.map { _ in [Double]() }
    for _ in 0..<turns {
      bare.append(try LinkMeasurements.throughput(try .bare()))
      peer.append(try LinkMeasurements.throughput(try .forwarded(by: forwarder)))
      for (index, link) in links.enumerated() {
        ours[index].append(try LinkMeasurements.throughput(try .link(link.conditions)))
      }
    }
    for (index, link) in links.enumerated() {
      let gigabits = median(ours[index])
      let ratio = median(zip(ours[index], peer).map { $0 / $1 })
      say(
        Row(
          title: "link throughput, \(link.words)", ours: "\(gigabits.rounded(to: 2)) Gbit/s",
          peer: "C forwarder \(median(peer).rounded(to: 2))", ratio: "ratio \(ratio.rounded(to: 2))",
          target: "\(link.gigabits.rounded(to: 0)) Gbit/s or ratio \(link.ratio)",
          isReached: gigabits >= link.gigabits || ratio >= link.ratio,
          notes: "bare interfaces \(median(bare).rounded(to: 2))"
        ).text)
    }
  }

  private static func packets(_ forwarder: String) throws {
    for rate in [300_000.0, nil] {
      var (bare, peer, ours): ([Double], [Double], [Double]) = ([], [], [])
      var sent: [Double] = []
      for _ in 0..<turns {
        bare.append(try DatagramFlood.run(try .bare(), rate: rate).received)
        peer.append(try DatagramFlood.run(try .forwarded(by: forwarder), rate: rate).received)
        let figures = try DatagramFlood.run(try .link(), rate: rate)
        ours.append(figures.received)
        sent.append(figures.sent)
      }
      let received = median(ours)
      let ratio = median(zip(ours, peer).map { $0 / $1 })
      say(
        Row(
          title: "link packets, \(rate == nil ? "as many as go" : "a steady 300000 a second")",
          ours: "\(Int(received)) of \(Int(median(sent))) datagrams a second arrive",
          peer: "C forwarder \(Int(median(peer)))",
          ratio: "ratio \(ratio.rounded(to: 2))",
          target: rate == nil ? "ratio 0.8" : "all but one in a thousand",
          isReached: rate.map { received >= $0 * 0.999 } ?? (ratio >= 0.8),
          notes: "bare interfaces \(Int(median(bare)))"
        ).text)
    }
  }

  private static func making(_ headwind: String) throws {
    var (pairs, links, starts, runs): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
    for _ in 0..<turns * 3 {
      pairs.append(try milliseconds { _ = try DirectPair() })
      links.append(
        try milliseconds {
          let link = try Link(kind: .privateLink, timeline: Timeline(first: .clean), seed: RunSeed(1))
          link.stop()
        })
      starts.append(try ProgramRun([headwind, "--help"], output: "/dev/null").seconds * 1000)
      let words = [headwind, "run", "--quiet", "--engine", "userspace", "--", "true"]
      runs.append(try ProgramRun(words, output: "/dev/null").seconds * 1000)
    }
    let alone = median(zip(runs, starts).map { $0 - $1 })
    for (words, figure, note) in [
      ("one", median(links), "a bare pair \(median(pairs).rounded(to: 1)) ms"),
      (
        "headwind run -- true, less the command's start", alone,
        "the whole run \(median(runs).rounded(to: 1)) ms, the start \(median(starts).rounded(to: 1)) ms"
      ),
    ] {
      say(
        Row(
          title: "link making and removing, \(words)", ours: "\(figure.rounded(to: 1)) ms", peer: note, ratio: "",
          target: "30 ms", isReached: figure <= 30, notes: ""
        ).text)
    }
  }

  private static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = LinkMeasurements.now()
    try body()
    return (LinkMeasurements.now() - start) * 1000
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }
}
