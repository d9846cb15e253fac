/// A profile as the YAML that `ProfileFile` reads.
public enum ProfileText {
  /// The whole file's text.
  public static func yaml(of profile: Profile) -> String {
    var lines = ["name: \(scalar(profile.name))"]
    if !profile.summary.isEmpty { lines.append("summary: \(scalar(profile.summary))") }
    if !profile.source.isEmpty { lines.append("source: \(scalar(profile.source))") }
    for (key, conditions) in [("downlink", profile.downlink), ("uplink", profile.uplink)] {
      let pairs = direction(conditions)
      if !pairs.isEmpty { lines.append("\(key): \(flow(pairs))") }
    }
    var dns: [(String, String)] = []
    if profile.uplink.dnsDelay > .zero { dns.append(("delay", QuantityText.text(of: profile.uplink.dnsDelay))) }
    if profile.uplink.dnsLoss != .never { dns.append(("loss", QuantityText.text(of: profile.uplink.dnsLoss))) }
    if !dns.isEmpty { lines.append("dns: \(flow(dns))") }
    if !profile.selections.isEmpty { lines.append("select:") }
    lines += profile.selections.map { "  - \(flow(selection($0)))" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A short description of a direction's conditions, or "-" for none.
  public static func brief(_ conditions: DirectionConditions) -> String {
    var words = direction(conditions).map { key, value in
      ["bandwidth", "delay"].contains(key) ? value : key == "jitter" ? "± \(value)" : "\(key) \(value)"
    }
    if conditions.dnsDelay > .zero { words.append("dns \(QuantityText.text(of: conditions.dnsDelay))") }
    if conditions.dnsLoss != .never { words.append("dns loss \(QuantityText.text(of: conditions.dnsLoss))") }
    return words.isEmpty ? "-" : words.joined(separator: ", ")
  }

  private static func selection(_ selection: Selection) -> [(String, String)] {
    let which = SelectorText.pairs(selection.selector)
    if selection.downlink == selection.uplink { return which + direction(selection.downlink) }
    let ways = [("downlink", direction(selection.downlink)), ("uplink", direction(selection.uplink))]
    return which + ways.filter { !$1.isEmpty }.map { ($0, flow($1)) }
  }

  private static func direction(_ conditions: DirectionConditions) -> [(String, String)] {
    var pairs: [(String, String)] = []
    if let bandwidth = conditions.bandwidth {
      let ramp = conditions.bandwidthRamp.map { " to \(QuantityText.text(of: $0.end))\(over($0.duration))" } ?? ""
      pairs.append(("bandwidth", QuantityText.text(of: bandwidth) + ramp))
    }
    if let trace = conditions.trace { pairs.append(("trace", scalar(trace.name))) }
    if conditions.accounting != .ip { pairs.append(("counts", counts(conditions.accounting))) }
    if conditions.delay > .zero || conditions.delayRamp != nil {
      let ramp = conditions.delayRamp.map { " to \(QuantityText.text(of: $0.end))\(over($0.duration))" } ?? ""
      pairs.append(("delay", QuantityText.text(of: conditions.delay) + ramp))
    }
    if conditions.jitter > .zero {
      pairs.append(("jitter", QuantityText.text(of: conditions.jitter)))
      if case .table(let table) = conditions.distribution { pairs.append(("distribution", scalar(table.name))) }
      if conditions.delayCorrelation != .never {
        pairs.append(
          ("correlation", correlation(conditions.delayCorrelation, isExact: conditions.delayCorrelationIsExact)))
      }
    }
    if let loss = loss(conditions.loss) {
      let ramp = conditions.lossRamp.map { " to \(QuantityText.text(of: $0.end))\(over($0.duration))" } ?? ""
      pairs.append(("loss", loss + ramp))
    }
    if !conditions.dropped.isEmpty { pairs.append(("drop", "[\(PacketNumbersText.text(conditions.dropped))]")) }
    if let mtu = conditions.mtu {
      pairs.append(("mtu", mtu.answers ? "\(mtu.bytes) B" : "{ bytes: \(mtu.bytes) B, icmp: false }"))
    }
    if conditions.marksInsteadOfLosing { pairs.append(("ecn", "true")) }
    if let text = chance(conditions.duplicate) { pairs.append(("duplicate", text)) }
    if let text = chance(conditions.corrupt) { pairs.append(("corrupt", text)) }
    if let reorder = conditions.reorder { pairs.append(("reorder", self.reorder(reorder))) }
    if let discipline = discipline(conditions.discipline) { pairs.append(("queue", discipline)) }
    if conditions.discipline == .fifo, let queue = conditions.queue { pairs.append(("queue", self.queue(queue))) }
    if let slots = conditions.slots { pairs.append(("slot", slot(slots))) }
    return pairs
  }

  private static func counts(_ accounting: ByteAccounting) -> String {
    let base = accounting.base == .ip ? "ip" : "ethernet"
    var pairs = [("base", base)]
    if accounting.overhead != 0 { pairs.append(("overhead", "\(accounting.overhead) B")) }
    if accounting.cellSize != 0 { pairs.append(("cell", "\(accounting.cellSize) B")) }
    if accounting.cellOverhead != 0 { pairs.append(("cell-overhead", "\(accounting.cellOverhead) B")) }
    return pairs.count == 1 ? base : flow(pairs)
  }

  private static func loss(_ model: LossModel) -> String? {
    switch model {
    case .none: return nil
    case .random(let chance) where chance.correlation == .never: return QuantityText.text(of: chance.probability)
    case .random(let chance):
      return flow([
        ("random", QuantityText.text(of: chance.probability)),
        ("correlation", correlation(chance.correlation, isExact: chance.isExact)),
      ])
    case .gilbertElliott(let model):
      let values = flow([
        ("p", QuantityText.text(of: model.toBad)), ("r", QuantityText.text(of: model.toGood)),
        ("loss-in-bad", QuantityText.text(of: model.lossInBad)),
        ("loss-in-good", QuantityText.text(of: model.lossInGood)),
      ])
      return flow([("gilbert-elliott", values)])
    case .fourState(let model):
      let values = flow([
        ("p13", QuantityText.text(of: model.p13)), ("p31", QuantityText.text(of: model.p31)),
        ("p32", QuantityText.text(of: model.p32)), ("p23", QuantityText.text(of: model.p23)),
        ("p14", QuantityText.text(of: model.p14)),
      ])
      return flow([("four-state", values)])
    }
  }

  private static func chance(_ chance: CorrelatedProbability) -> String? {
    guard chance.probability != .never else { return nil }
    guard chance.correlation != .never else { return QuantityText.text(of: chance.probability) }
    return flow([
      ("probability", QuantityText.text(of: chance.probability)),
      ("correlation", correlation(chance.correlation, isExact: chance.isExact)),
    ])
  }

  private static func correlation(_ share: Probability, isExact: Bool) -> String {
    (isExact ? "exact " : "") + QuantityText.text(of: share)
  }

  private static func over(_ duration: LinkDuration) -> String { " over \(QuantityText.text(of: duration))" }

  private static func reorder(_ reorder: Reordering) -> String {
    var pairs = [("probability", QuantityText.text(of: reorder.overtaking.probability))]
    if reorder.overtaking.correlation != .never {
      pairs.append(
        ("correlation", correlation(reorder.overtaking.correlation, isExact: reorder.overtaking.isExact)))
    }
    if reorder.gap != 1 { pairs.append(("gap", "\(reorder.gap) packets")) }
    return pairs.count == 1 ? pairs[0].1 : flow(pairs)
  }

  /// The name of a discipline, with the parameters that differ from the kernel's defaults; nil for `fifo`.
  private static func discipline(_ discipline: QueueDiscipline) -> String? {
    var pairs = [("discipline", discipline.name)]
    func add<Value: Equatable>(_ key: String, _ value: Value, unless usual: Value, _ text: (Value) -> String) {
      if value != usual { pairs.append((key, text(value))) }
    }
    func add(_ own: CoDelParameters, unless usual: CoDelParameters) {
      add("target", own.target, unless: usual.target) { QuantityText.text(of: $0) }
      add("interval", own.interval, unless: usual.interval) { QuantityText.text(of: $0) }
      add("limit", own.limit, unless: usual.limit) { "\($0) packets" }
      add("ecn", own.marks, unless: usual.marks) { "\($0)" }
      if let threshold = own.markThreshold { pairs.append(("ce-threshold", QuantityText.text(of: threshold))) }
    }
    switch discipline {
    case .fifo: return nil
    case .codel(let own): add(own, unless: CoDelParameters())
    case .fqCodel(let own):
      let usual = FairQueueParameters()
      add(own.codel, unless: usual.codel)
      add("flows", own.flows, unless: usual.flows) { "\($0) flows" }
      add("quantum", own.quantum, unless: usual.quantum) { "\($0) B" }
    case .pie(let own):
      let usual = PIEParameters()
      add("target", own.target, unless: usual.target) { QuantityText.text(of: $0) }
      add("tupdate", own.update, unless: usual.update) { QuantityText.text(of: $0) }
      add("limit", own.limit, unless: usual.limit) { "\($0) packets" }
      add("alpha", own.alpha, unless: usual.alpha) { "\($0)" }
      add("beta", own.beta, unless: usual.beta) { "\($0)" }
      add("ecn", own.marks, unless: usual.marks) { "\($0)" }
      add("bytemode", own.countsBytes, unless: usual.countsBytes) { "\($0)" }
    }
    return pairs.count == 1 ? discipline.name : flow(pairs)
  }

  private static func queue(_ queue: QueueLimit) -> String {
    switch queue {
    case .packets(let count): "\(count) packets"
    case .bytes(let count): QuantityText.size(UInt64(max(0, count)))
    case .time(let time): QuantityText.text(of: time)
    }
  }

  private static func slot(_ slots: Slots) -> String {
    var pairs: [(String, String)] = []
    switch slots.spacing {
    case .uniform(let from, let to):
      pairs.append(("from", QuantityText.text(of: from)))
      if to != from { pairs.append(("to", QuantityText.text(of: to))) }
    case .table(let middle, let deviation, let table):
      pairs.append(("delay", QuantityText.text(of: middle)))
      pairs.append(("jitter", QuantityText.text(of: deviation)))
      pairs.append(("distribution", scalar(table.name)))
    }
    if let packets = slots.packets { pairs.append(("packets", "\(packets) packets")) }
    if let bytes = slots.bytes { pairs.append(("bytes", QuantityText.size(UInt64(bytes)))) }
    return flow(pairs)
  }

  private static func flow(_ pairs: [(String, String)]) -> String {
    "{ \(pairs.map { "\($0): \($1)" }.joined(separator: ", ")) }"
  }

  /// A YAML scalar: the plain text if YAML reads it back unchanged, else the quoted text.
  private static func scalar(_ text: String) -> String {
    let isPlain =
      text.unicodeScalars.first.map { $0.properties.isAlphabetic || ("0"..."9").contains($0) } ?? false
    let breaks = [": ", " #"]
    if isPlain, !breaks.contains(where: text.contains), !text.hasSuffix(":"), !text.hasSuffix(" "),
      text.unicodeScalars.allSatisfy({ !needsEscape($0) })
    {
      return text
    }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case _ where needsEscape(scalar):
        let digits = String(scalar.value, radix: 16)
        quoted += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// Whether YAML treats this as a line break, or it is invisible.
  private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: true
    default: false
    }
  }
}
