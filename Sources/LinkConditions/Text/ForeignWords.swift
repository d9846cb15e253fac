/// The words of other tools for conditions: netem and tc, toxiproxy, comcast, clumsy, Pumba, dummynet, Chrome DevTools, Puppeteer,
/// Lighthouse, WebPageTest, k6 and the Network Link Conditioner.
enum ForeignWords {
  /// Headwind's key for each, as a path. Case, hyphens, underscores and spaces do not count.
  private static let keys: [String: String] = {
    let lists: [(ours: String, theirs: String)] = [
      ("delay", "latency lag ping time requestlatency requestlatencyms delayms latencyms"),
      ("delay", "rtt rttms roundtrip roundtriptime"),
      (
        "bandwidth",
        "rate bw speed throughput throttle capacity targetbw defaultbw throughputkbps bps kbps mbps gbps bit kbit mbit gbit"
      ),
      ("loss", "packetloss plr lossrate lossratio packetlossrate packetlossratio droprate percent offline"),
      ("queue", "limit buffer bufferbloat qlen queuelength packetqueuelength qdisc queuesize"),
      ("jitter", "variation delayvariation latencyvariation pdv"),
      ("distribution", "dist"),
      ("reorder", "reordering outoforder ooo packetreordering"),
      ("corrupt", "corruption tamper bitflip"),
      ("duplicate", "dup duplication duplicates"),
      ("slot", "slots"),
      ("downlink", "down download downstream incoming inbound ingress rx in"),
      ("uplink", "up upload upstream outgoing outbound egress tx out"),
      ("downlink.bandwidth", "bwin downlinkbandwidth downloadthroughput downloadthroughputkbps downloadspeed"),
      ("uplink.bandwidth", "bwout uplinkbandwidth uploadthroughput uploadthroughputkbps uploadspeed"),
      ("downlink.delay", "downlinkdelay"), ("uplink.delay", "uplinkdelay"),
      ("downlink.loss", "downlinkpacketlossratio"), ("uplink.loss", "uplinkpacketlossratio"),
      ("dns.delay", "dnsdelay dnsdelayvalue"),
    ]
    return Dictionary(
      lists.flatMap { list in list.theirs.split(separator: " ").map { (String($0), list.ours) } },
      uniquingKeysWith: { first, _ in first })
  }()

  /// Units of bandwidth: those of tc and iperf.
  private static let units = [
    "bit": "bps", "kbit": "kbps", "mbit": "Mbps", "gbit": "Gbps", "k": "kbps", "m": "Mbps", "g": "Gbps",
    "kbit/sec": "kbps", "mbit/sec": "Mbps", "gbit/sec": "Gbps", "kbits/sec": "kbps", "mbits/sec": "Mbps",
    "gbits/sec": "Gbps",
  ]

  /// Headwind's key for a word, such as `delay` or `downlink.bandwidth`; nil if the word is not known.
  static func key(_ word: String) -> String? {
    keys[String(word.lowercased().filter { !"-_ ".contains($0) })]
  }

  /// Headwind's unit for a unit of bandwidth; nil if it is not known.
  static func unit(_ unit: String) -> String? { unit.contains("B") ? nil : units[unit.lowercased()] }
}
