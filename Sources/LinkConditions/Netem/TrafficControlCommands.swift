/// The `tc` commands (iproute2) that put a profile's conditions in force by hand.
///
/// Distributions are those that iproute2 installs under the same name.
public enum TrafficControlCommands {
  /// - Parameter seed: makes the random decisions those of a run with this seed. The word `seed` needs iproute2 6.6 and
  ///   Linux 6.7.
  /// - Returns: a shell script. `DOWN` is the interface that sends towards the client, `UP` the interface that sends away from it.
  public static func script(for profile: Profile, seed: RunSeed? = nil) -> [String] {
    var lines = [
      "# \(profile.name)",
      "# DOWN: the interface that sends to the client; UP: the interface that sends to the far side.",
      "set -e",
      ": \"${DOWN:?}\" \"${UP:?}\"",
    ]
    for (device, direction) in [("$DOWN", LinkDirection.downlink), ("$UP", .uplink)] {
      lines += commands(for: profile, direction, device: "\"\(device)\"", seed: seed?[direction])
    }
    return lines
  }

  /// The commands for one direction. Each part of the traffic has its own band; the first band holds the rest of the
  /// traffic.
  /// - Parameter device: the interface, as a word of the shell.
  /// - Parameter seed: the seed of the direction.
  static func commands(
    for profile: Profile, _ direction: LinkDirection, device: String, seed: UInt64? = nil
  ) -> [String] {
    let selections = profile.selections
    guard !selections.isEmpty else { return commands(for: profile[direction], device: device, seed: seed) }
    let head = "tc qdisc add dev \(device)"
    var lines = ["\(head) root handle 4: prio bands 16 priomap \(everyBand)"]
    lines += commands(for: profile[direction], device: device, place: "parent 4:1", seed: seed)
    for (index, selection) in selections.enumerated() {
      let band = "4:" + String(index + 2, radix: 16)
      let handle = String(index + 5, radix: 16)
      let own = NetemSettings(selection[direction], seed: seed.map { RunSeed.mixed($0 &+ UInt64(index) &+ 1) })
      lines.append("\(head) parent \(band) handle \(handle): \(own.words)")
      for match in selection.selector.matches(direction) {
        lines.append(
          "tc filter add dev \(device) parent 4: \(match.words(firstPreference: index * 3 + 1)) flowid \(band)")
      }
    }
    return lines
  }

  private static let everyBand = Array(repeating: "0", count: 16).joined(separator: " ")

  /// The commands for one direction.
  /// - Parameter device: the interface, as a word of the shell.
  static func commands(
    for conditions: DirectionConditions, device: String, place: String = "root", seed: UInt64? = nil
  ) -> [String] {
    let root = NetemSettings(conditions, seed: seed)
    var lines = [
      "ip link set dev \(device) gso_max_segs 1",
      "tc qdisc add dev \(device) \(place) handle 1: \(root.words)",
    ]
    guard let dns = NetemSettings.dns(conditions) else { return lines }
    lines += [
      "tc qdisc add dev \(device) parent 1:1 handle 2: prio bands 2 priomap \(everyBand)",
      "tc qdisc add dev \(device) parent 2:2 handle 3: \(dns.words)",
    ]
    let queries = [
      ("ip", "match u8 0x45 0xff at 0 match u16 0 0x1fff at 6 match u8 17 0xff at 9 match u16 53 0xffff at 22"),
      ("ipv6", "match u8 17 0xff at 6 match u16 53 0xffff at 42"),
    ]
    for (index, (network, match)) in queries.enumerated() {
      lines.append(
        "tc filter add dev \(device) parent 2: protocol \(network) pref \(index + 1) u32 \(match) flowid 2:2")
    }
    return lines
  }
}

extension PacketMatch {
  /// The words of a filter: its match and its priority.
  fileprivate func words(firstPreference: Int) -> String {
    let (name, place) = network == .ipv4 ? ("ip", 0) : network == .ipv6 ? ("ipv6", 1) : ("all", 2)
    let keys = keys.isEmpty ? [Key(value: 0, mask: 0, offset: 0)] : keys
    let matches = keys.map {
      "match u32 0x\(String($0.value, radix: 16)) 0x\(String($0.mask, radix: 16)) at \($0.offset)"
    }
    return "protocol \(name) pref \(firstPreference + place) u32 \(matches.joined(separator: " "))"
  }
}

extension NetemSettings {
  /// The `netem` keyword and the words for these settings.
  var words: String {
    var words = ["netem", "limit", "\(limit)"]
    if latency > 0 || jitter > 0 {
      words += ["delay", time(latency)]
      if jitter > 0 {
        words.append(time(jitter))
        if delayCorrelation != .never { words.append(share(delayCorrelation)) }
        if let delayTable { words += ["distribution", delayTable.name] }
      }
    }
    words += lossWords
    if marksInsteadOfLosing { words.append("ecn") }
    words += chance("duplicate", duplicate) + chance("corrupt", corrupt)
    if gap > 0 { words += chance("reorder", reorder) + ["gap", "\(gap)"] }
    if rate.bytesPerSecond > 0 { words += rateWords }
    words += slotWords
    if let seed { words += ["seed", "\(seed)"] }
    return words.joined(separator: " ")
  }

  private var lossWords: [String] {
    switch loss {
    case .none: []
    case .random(let chance): self.chance("loss random", chance)
    case .gilbertElliott(let model):
      ["loss gemodel"] + [model.toBad, model.toGood, model.lossInBad, model.lossInGood].map(share)
    case .fourState(let model): ["loss state"] + [model.p13, model.p31, model.p32, model.p23, model.p14].map(share)
    }
  }

  private var rateWords: [String] {
    let (bits, overflow) = rate.bytesPerSecond.multipliedReportingOverflow(by: 8)
    let words = ["rate", overflow ? "\(rate.bytesPerSecond)bps" : "\(bits)bit", "\(rate.packetOverhead)"]
    return rate.cellSize == 0 ? words : words + ["\(rate.cellSize)", "\(rate.cellOverhead)"]
  }

  private var slotWords: [String] {
    guard slot != Slot() else { return [] }
    var words = ["slot"]
    if let slotTable {
      words += ["distribution", slotTable.name, time(slot.tableDelay), time(slot.tableJitter)]
    } else {
      words += [time(slot.minimum), time(slot.maximum)]
    }
    if slot.packets > 0 { words += ["packets", "\(slot.packets)"] }
    if slot.bytes > 0 { words += ["bytes", "\(slot.bytes)"] }
    return words
  }

  private func chance(_ word: String, _ chance: CorrelatedProbability) -> [String] {
    guard chance.probability != .never || word == "reorder" else { return [] }
    return [word, share(chance.probability)] + (chance.correlation == .never ? [] : [share(chance.correlation)])
  }

  private func share(_ probability: Probability) -> String {
    String(QuantityText.text(of: probability).filter { $0 != " " })
  }

  private func time(_ nanoseconds: Int64) -> String {
    String(QuantityText.text(of: LinkDuration(nanoseconds: nanoseconds)).filter { $0 != " " })
  }
}
