/// What a profile means for someone who waits for an answer, in sentences.
public enum ProfileWords {
  /// A line for each thing that there is to say; at least one.
  public static func lines(about profile: Profile) -> [String] {
    var lines: [String] = []
    lines += roundTrip(profile)
    lines += direction("Downlink", profile.downlink)
    lines += direction("Uplink", profile.uplink)
    if profile.uplink.dnsDelay > .zero {
      lines.append("DNS: each query (UDP to port 53) takes \(QuantityText.text(of: profile.uplink.dnsDelay)) longer.")
    }
    if profile.uplink.dnsLoss != .never {
      lines.append("DNS: \(QuantityText.text(of: profile.uplink.dnsLoss)) of queries are lost besides.")
    }
    if !profile.selections.isEmpty {
      let count = profile.selections.count
      lines.append(
        "\(count == 1 ? "A part" : "\(count) parts") of the traffic \(count == 1 ? "has" : "have") other conditions: see 'select'."
      )
    }
    return lines.isEmpty ? ["Nothing happens to packets."] : lines
  }

  /// How long travel alone takes there and back, or that nothing comes back.
  private static func roundTrip(_ profile: Profile) -> [String] {
    if losesAll(profile.uplink) || losesAll(profile.downlink) { return ["No request is ever answered."] }
    let travel = profile.downlink.delay + profile.uplink.delay
    return travel > .zero ? ["Round trip: \(QuantityText.text(of: travel)) of travel, besides the time to send."] : []
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
    if losesAll(conditions) {
      lines.append("\(name): every packet is lost.")
    } else if case .random(let chance) = conditions.loss, chance.probability != .never {
      lines.append("\(name): \(QuantityText.text(of: chance.probability)) of packets are lost.")
    } else if conditions.loss != .none {
      lines.append("\(name): packets are lost in bursts.")
    }
    return lines + packets(name, conditions)
  }

  /// What happens to single packets besides.
  private static func packets(_ name: String, _ conditions: DirectionConditions) -> [String] {
    var words: [String] = []
    if let trace = conditions.trace { words.append("packets come by the trace \(trace.name).") }
    if conditions.slots != nil { words.append("packets come in bursts.") }
    if !conditions.dropped.isEmpty {
      words.append("of all packets these are lost: \(PacketNumbersText.text(conditions.dropped)).")
    }
    if let mtu = conditions.mtu {
      words.append(
        "packets longer than \(mtu.bytes) B do not get through, \(mtu.answers ? "and their sender is told" : "and nobody is told")."
      )
    }
    let chances = [
      (conditions.duplicate.probability, "come twice"), (conditions.corrupt.probability, "have a bit flipped"),
      (conditions.reorder?.overtaking.probability ?? .never, "leave at once, past the others"),
    ]
    for (share, fate) in chances where share != .never {
      words.append("\(QuantityText.text(of: share)) of packets \(fate).")
    }
    return words.map { "\(name): \($0)" }
  }

  private static func queue(_ conditions: DirectionConditions, _ bandwidth: Bandwidth) -> String {
    switch conditions.queue ?? .usual(for: conditions) {
    case .bytes(let count):
      let wait = about(bandwidth.duration(ofBytes: count))
      return
        "up to \(QuantityText.size(UInt64(max(0, count)))) wait to be sent, which is up to \(wait); what comes then is lost."
    case .time(let time): return "what would wait longer than \(QuantityText.text(of: time)) to be sent is lost."
    case .packets(let count): return "up to \(count) packets wait or travel; what comes then is lost."
    case nil: return "nothing limits how much waits."
    }
  }

  private static func spread(_ conditions: DirectionConditions) -> String {
    let jitter = QuantityText.text(of: conditions.jitter)
    let order = conditions.bandwidth == nil ? ", and packets overtake each other" : ""
    switch conditions.distribution {
    case .uniform: return "travel takes up to \(jitter) less or more\(order)."
    case .table(let table): return "travel spreads by \(jitter) (\(table.name))\(order)."
    }
  }

  private static func losesAll(_ conditions: DirectionConditions) -> Bool {
    if case .random(let chance) = conditions.loss {
      chance.probability == .always && !conditions.marksInsteadOfLosing
    } else {
      false
    }
  }

  /// A time as it is if it is short to write, else to three digits.
  private static func about(_ duration: LinkDuration) -> String {
    let exact = QuantityText.text(of: duration)
    guard exact.count > 10 else { return exact }
    var scale: Int64 = 1
    while duration.nanoseconds / scale >= 1000 { scale *= 10 }
    let rounded = (duration.nanoseconds + scale / 2) / scale * scale
    return "about \(QuantityText.text(of: LinkDuration(nanoseconds: rounded)))"
  }
}
