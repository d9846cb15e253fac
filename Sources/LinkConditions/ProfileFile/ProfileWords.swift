/// Explains in sentences what a profile means for a user who waits for an answer.
public enum ProfileWords {
  /// One line per fact; at least one.
  public static func lines(about profile: Profile) -> [String] {
    var lines: [String] = []
    lines += roundTrip(profile)
    lines += direction("Downlink", profile.downlink)
    lines += direction("Uplink", profile.uplink)
    if profile.uplink.dnsDelay > .zero {
      lines.append("DNS: each query (UDP to port 53) takes \(QuantityText.text(of: profile.uplink.dnsDelay)) longer.")
    }
    if profile.uplink.dnsLoss != .never {
      lines.append("DNS: \(QuantityText.text(of: profile.uplink.dnsLoss)) of queries are lost in addition.")
    }
    if !profile.selections.isEmpty {
      let count = profile.selections.count
      lines.append(
        "\(count == 1 ? "A part" : "\(count) parts") of the traffic \(count == 1 ? "has" : "have") other conditions: see 'select'."
      )
    }
    return lines.isEmpty ? ["Nothing happens to packets."] : lines
  }

  /// The round-trip time without sending, or that nothing comes back.
  private static func roundTrip(_ profile: Profile) -> [String] {
    if profile.uplink.losesEverything || profile.downlink.losesEverything { return ["No request is ever answered."] }
    let travel = profile.downlink.delay + profile.uplink.delay
    return travel > .zero ? ["Round trip: \(QuantityText.text(of: travel)) of travel, plus the time to send."] : []
  }

  private static func direction(_ name: String, _ conditions: DirectionConditions) -> [String] {
    var lines: [String] = []
    if let bandwidth = conditions.bandwidth {
      let packet = about(bandwidth.duration(ofBytes: 1500))
      let response = about(bandwidth.duration(ofBytes: 13_000))
      lines.append(
        "\(name): at \(QuantityText.text(of: bandwidth)) a packet of 1500 B takes \(packet) to send, and 13 KB take \(response)."
      )
      lines.append("\(name): \(queue(conditions, bandwidth))")
    }
    if conditions.jitter > .zero {
      lines.append("\(name): \(spread(conditions))")
    }
    if conditions.losesEverything {
      lines.append("\(name): every packet is lost.")
    } else if case .random(let chance) = conditions.loss, chance.probability != .never {
      lines.append("\(name): \(QuantityText.text(of: chance.probability)) of packets are lost.")
    } else if conditions.loss != .none {
      lines.append("\(name): packets are lost in bursts.")
    }
    return lines + packets(name, conditions)
  }

  /// What else happens to single packets.
  private static func packets(_ name: String, _ conditions: DirectionConditions) -> [String] {
    var words: [String] = []
    if let trace = conditions.trace { words.append("packets are delivered by the trace \(trace.name).") }
    if conditions.slots != nil { words.append("packets are delivered in bursts.") }
    if !conditions.dropped.isEmpty {
      words.append("the packets with these numbers are lost: \(PacketNumbersText.text(conditions.dropped)).")
    }
    if let mtu = conditions.mtu {
      words.append(
        "packets longer than \(mtu.bytes) B do not get through, \(mtu.answers ? "and their sender gets an ICMP error" : "and their sender gets no ICMP error")."
      )
    }
    let chances = [
      (conditions.duplicate.probability, "are duplicated"), (conditions.corrupt.probability, "have a bit flipped"),
      (conditions.reorder?.overtaking.probability ?? .never, "leave at once and overtake the others"),
    ]
    for (share, fate) in chances where share != .never {
      words.append("\(QuantityText.text(of: share)) of packets \(fate).")
    }
    return words.map { "\(name): \($0)" }
  }

  private static func queue(_ conditions: DirectionConditions, _ bandwidth: Bandwidth) -> String {
    if let words = discipline(conditions.discipline) { return words }
    switch conditions.queue ?? .usual(for: conditions) {
    case .bytes(let count):
      let wait = about(bandwidth.duration(ofBytes: count))
      return
        "up to \(QuantityText.size(UInt64(max(0, count)))) can wait, which takes up to \(wait); further packets are lost."
    case .time(let time): return "packets that would wait longer than \(QuantityText.text(of: time)) are lost."
    case .packets(let count): return "up to \(count) packets can wait or travel; further packets are lost."
    case nil: return "the queue is unlimited."
    }
  }

  private static func discipline(_ discipline: QueueDiscipline) -> String? {
    func codel(_ own: CoDelParameters) -> String {
      "packets are \(own.marks ? "marked or dropped" : "dropped") one by one while all of them have waited longer than "
        + "\(QuantityText.text(of: own.target)) for \(QuantityText.text(of: own.interval))"
    }
    switch discipline {
    case .fifo: return nil
    case .codel(let own): return "\(codel(own)) (CoDel)."
    case .fqCodel(let own): return "each flow has its turn; of each, \(codel(own.codel)) (FQ-CoDel)."
    case .pie(let own):
      return "packets are \(own.marks ? "marked or dropped" : "dropped") at random, so that they wait about "
        + "\(QuantityText.text(of: own.target)) (PIE)."
    }
  }

  private static func spread(_ conditions: DirectionConditions) -> String {
    let jitter = QuantityText.text(of: conditions.jitter)
    let order = conditions.bandwidth == nil ? ", and packets overtake each other" : ""
    switch conditions.distribution {
    case .uniform: return "the delay varies by up to \(jitter) in either direction\(order)."
    case .table(let table): return "the delay varies with a standard deviation of \(jitter) (\(table.name))\(order)."
    }
  }

  /// The exact time if it is short to write, else rounded to three digits.
  private static func about(_ duration: LinkDuration) -> String {
    let exact = QuantityText.text(of: duration)
    guard exact.count > 10 else { return exact }
    var scale: Int64 = 1
    while duration.nanoseconds / scale >= 1000 { scale *= 10 }
    let rounded = (duration.nanoseconds + scale / 2) / scale * scale
    return "about \(QuantityText.text(of: LinkDuration(nanoseconds: rounded)))"
  }
}
