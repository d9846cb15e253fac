extension NetemSettings {
  /// Translates a direction's conditions, except those of DNS, to netem's terms.
  public init(_ conditions: DirectionConditions, seed: UInt64? = nil) {
    self.init()
    self.seed = seed
    latency = conditions.delay.nanoseconds
    jitter = conditions.jitter.nanoseconds
    limit = Self.limit(for: conditions)
    loss = Self.normalized(conditions.loss)
    // The kernel marks only packets that it would lose.
    marksInsteadOfLosing = conditions.marksInsteadOfLosing && loss != .none
    duplicate = Self.normalized(conditions.duplicate)
    corrupt = Self.normalized(conditions.corrupt)
    if let reorder = conditions.reorder {
      gap = reorder.gap
      self.reorder = reorder.overtaking
    }
    if conditions.jitter > .zero {
      delayCorrelation = conditions.delayCorrelation
      if case .table(let table) = conditions.distribution { delayTable = table }
    }
    if let bandwidth = conditions.bandwidth { rate = Rate(bandwidth, conditions.accounting) }
    if let slots = conditions.slots { use(slots) }
  }

  /// The DNS conditions as a qdisc of their own; nil if there are none.
  public static func dns(_ conditions: DirectionConditions, seed: UInt64? = nil) -> NetemSettings? {
    guard conditions.dnsDelay > .zero || conditions.dnsLoss != .never else { return nil }
    var settings = NetemSettings()
    settings.seed = seed
    settings.latency = conditions.dnsDelay.nanoseconds
    if conditions.dnsLoss != .never { settings.loss = .random(CorrelatedProbability(conditions.dnsLoss)) }
    return settings
  }

  private mutating func use(_ slots: Slots) {
    switch slots.spacing {
    case .uniform(let from, let to):
      slot.minimum = from.nanoseconds
      slot.maximum = to.nanoseconds
    case .table(let middle, let deviation, _) where deviation == .zero:
      // Without a deviation, the kernel ignores the times of a table.
      slot.minimum = middle.nanoseconds
      slot.maximum = middle.nanoseconds
    case .table(let middle, let deviation, let table):
      slot.tableDelay = middle.nanoseconds
      slot.tableJitter = deviation.nanoseconds
      slotTable = table
    }
    slot.packets = Int32(clamping: slots.packets ?? 0)
    slot.bytes = Int32(clamping: slots.bytes ?? 0)
  }

  /// Drops the correlation of a probability of zero.
  private static func normalized(_ chance: CorrelatedProbability) -> CorrelatedProbability {
    chance.probability == .never ? .never : chance
  }

  private static func normalized(_ loss: LossModel) -> LossModel {
    if case .random(let chance) = loss, chance.probability == .never { return .none }
    return loss
  }

  /// netem counts packets. A limit in bytes or time is converted to full-size packets, plus the packets that travel.
  private static func limit(for conditions: DirectionConditions) -> UInt32 {
    guard let limit = conditions.queue ?? .usual(for: conditions) else { return unlimited }
    if case .packets(let count) = limit { return UInt32(clamping: count) }
    guard let bandwidth = conditions.bandwidth else { return unlimited }
    let onePacket = max(1, bandwidth.duration(ofBytes: fullPacket).nanoseconds)
    let waiting: Int64
    switch limit {
    case .packets: waiting = 0
    case .bytes(let count):
      waiting = (Int64(clamping: count).addingSaturated(Int64(fullPacket - 1))) / Int64(fullPacket)
    case .time(let time): waiting = time.nanoseconds.addingSaturated(onePacket - 1) / onePacket
    }
    let travel = conditions.delay + conditions.jitter
    let travelling = travel.nanoseconds.addingSaturated(onePacket - 1) / onePacket
    return UInt32(clamping: max(1, min(waiting.addingSaturated(travelling), Int64(unlimited))))
  }

  private static let fullPacket = 1500
}

extension NetemSettings.Rate {
  /// The kernel bills Ethernet frames. If a bandwidth counts IP datagrams, the Ethernet header is subtracted.
  init(_ bandwidth: Bandwidth, _ accounting: ByteAccounting) {
    self.init()
    bytesPerSecond = max(1, bandwidth.bitsPerSecond / 8)
    packetOverhead = accounting.overhead &- (accounting.base == .ip ? Self.ethernetHeader : 0)
    cellSize = accounting.cellSize
    cellOverhead = accounting.cellSize == 0 ? 0 : accounting.cellOverhead
  }

  private static let ethernetHeader: Int32 = 14
}
