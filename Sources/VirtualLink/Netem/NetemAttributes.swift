import CNetlink
import LinkConditions

/// Converts settings to netlink attributes for netem. All of them are always written, because the kernel keeps the
/// old value of an attribute that is left out.
struct NetemAttributes {
  /// TCA_NETEM_PRNG_SEED, which headers before Linux 6.7 do not have.
  static let seedAttribute = 14
  /// The length field of an attribute has 16 bits, and all these attributes are nested in a single one.
  private static let capacity = 65_000

  let settings: NetemSettings
  /// Whether the kernel has a table from an earlier change. It cannot be removed, only replaced by another table.
  var replacesDelayTable = false
  var replacesSlotTable = false

  /// The messages to send one after the other. There is a single one, unless two tables are too large for one
  /// message.
  var parts: [TrafficControl.Fill] {
    let delay = settings.delayTable ?? (replacesDelayTable ? .even : nil)
    let slot = settings.slotTable ?? (replacesSlotTable ? .even : nil)
    let length = ((delay?.entries.count ?? 0) + (slot?.entries.count ?? 0)) * 2
    guard length > Self.capacity - 512 else { return [{ write(to: &$0, delayTable: delay, slotTable: slot) }] }
    return [
      { write(to: &$0, delayTable: delay, slotTable: nil) }, { write(to: &$0, delayTable: nil, slotTable: slot) },
    ]
  }

  private func write(to message: inout NetlinkMessage, delayTable: DelayTable?, slotTable: DelayTable?) {
    message.append(options)
    message.attribute(TCA_NETEM_CORR, correlations)
    message.attribute(TCA_NETEM_REORDER, settings.reorder.pair)
    message.attribute(TCA_NETEM_CORRUPT, settings.corrupt.pair)
    writeRate(to: &message)
    writeLoss(to: &message)
    message.attribute(TCA_NETEM_ECN, UInt32(settings.marksInsteadOfLosing ? 1 : 0))
    message.attribute(TCA_NETEM_LATENCY64, settings.latency)
    message.attribute(TCA_NETEM_JITTER64, settings.jitter)
    message.attribute(TCA_NETEM_SLOT, slot)
    if let delayTable { Self.write(delayTable, as: TCA_NETEM_DELAY_DIST, to: &message) }
    if let slotTable { Self.write(slotTable, as: TCA_NETEM_SLOT_DIST, to: &message) }
    if let seed = settings.seed { message.attribute(Self.seedAttribute, seed) }
  }

  /// The fixed part of the message. Its times are in the kernel's own units; the 64-bit attributes override them.
  private var options: tc_netem_qopt {
    var options = tc_netem_qopt()
    options.latency = UInt32(clamping: settings.latency >> 6)
    options.jitter = UInt32(clamping: settings.jitter >> 6)
    options.limit = settings.limit
    if case .random(let chance) = settings.loss { options.loss = chance.probability.rawValue }
    options.gap = settings.gap
    options.duplicate = settings.duplicate.probability.rawValue
    return options
  }

  private var correlations: tc_netem_corr {
    var correlations = tc_netem_corr()
    correlations.delay_corr = settings.delayCorrelation.rawValue
    if case .random(let chance) = settings.loss { correlations.loss_corr = chance.correlation.rawValue }
    correlations.dup_corr = settings.duplicate.correlation.rawValue
    return correlations
  }

  private func writeRate(to message: inout NetlinkMessage) {
    let rate = settings.rate
    let narrow = tc_netem_rate(
      rate: UInt32(clamping: rate.bytesPerSecond), packet_overhead: rate.packetOverhead, cell_size: rate.cellSize,
      cell_overhead: rate.cellOverhead)
    message.attribute(TCA_NETEM_RATE, narrow)
    // Always written, so that a 64-bit rate of an earlier change is not kept.
    message.attribute(TCA_NETEM_RATE64, rate.bytesPerSecond)
  }

  /// If the message contains no loss model, the kernel returns to random loss.
  private func writeLoss(to message: inout NetlinkMessage) {
    switch settings.loss {
    case .none, .random: break
    case .gilbertElliott(let model):
      message.nest(TCA_NETEM_LOSS) {
        let parameters = tc_netem_gemodel(
          p: model.toBad.rawValue, r: model.toGood.rawValue, h: .max - model.lossInBad.rawValue,
          k1: model.lossInGood.rawValue)
        $0.attribute(NETEM_LOSS_GE, parameters)
      }
    case .fourState(let model):
      message.nest(TCA_NETEM_LOSS) {
        let parameters = tc_netem_gimodel(
          p13: model.p13.rawValue, p31: model.p31.rawValue, p32: model.p32.rawValue, p14: model.p14.rawValue,
          p23: model.p23.rawValue)
        $0.attribute(NETEM_LOSS_GI, parameters)
      }
    }
  }

  private var slot: tc_netem_slot {
    tc_netem_slot(
      min_delay: settings.slot.minimum, max_delay: settings.slot.maximum, max_packets: settings.slot.packets,
      max_bytes: settings.slot.bytes, dist_delay: settings.slot.tableDelay, dist_jitter: settings.slot.tableJitter)
  }

  private static func write(_ table: DelayTable, as type: Int, to message: inout NetlinkMessage) {
    message.nest(type) { message in
      for entry in table.entries { message.append(entry) }
    }
  }
}

extension CorrelatedProbability {
  /// The layout of `tc_netem_corrupt`, which `tc_netem_reorder` has too.
  fileprivate var pair: tc_netem_corrupt {
    tc_netem_corrupt(probability: probability.rawValue, correlation: correlation.rawValue)
  }
}

extension DelayTable {
  /// The table that replaces one that is no longer wanted: a uniform distribution from one deviation below to one
  /// above.
  fileprivate static let even: DelayTable? = {
    let count = 4096
    let scale = Int(DelayTable.scale)
    let entries = (0..<count).map { Int16(clamping: (2 * $0 + 1) * scale / count - scale) }
    return DelayTable(name: "even", entries: entries)
  }()
}
