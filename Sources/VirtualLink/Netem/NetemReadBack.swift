import CNetlink
import LinkConditions

extension NetemSettings {
  /// Reads the configuration that the kernel reports for a netem qdisc. The kernel does not report tables.
  init?(readBack bytes: [UInt8]) {
    self.init()
    let header = bytes[...]
    guard let options: tc_netem_qopt = header.loaded(at: 0) else { return nil }
    limit = options.limit
    gap = options.gap
    latency = Int64(options.latency) << 6
    jitter = Int64(options.jitter) << 6
    duplicate.probability = Probability(rawValue: options.duplicate)
    var random = CorrelatedProbability(Probability(rawValue: options.loss))
    var model: LossModel?
    for (type, value) in NetlinkAttributes(header.dropFirst(MemoryLayout<tc_netem_qopt>.size)) {
      switch Int(type) {
      case TCA_NETEM_CORR:
        guard let correlations: tc_netem_corr = value.loaded(at: 0) else { return nil }
        delayCorrelation = Probability(rawValue: correlations.delay_corr)
        random.correlation = Probability(rawValue: correlations.loss_corr)
        duplicate.correlation = Probability(rawValue: correlations.dup_corr)
      case TCA_NETEM_REORDER: reorder = CorrelatedProbability(pair: value)
      case TCA_NETEM_CORRUPT: corrupt = CorrelatedProbability(pair: value)
      case TCA_NETEM_RATE: rate.read(value)
      case TCA_NETEM_RATE64: rate.bytesPerSecond = max(rate.bytesPerSecond, value.loaded(at: 0) ?? 0)
      case TCA_NETEM_LOSS: model = LossModel(readBack: value)
      case TCA_NETEM_ECN: marksInsteadOfLosing = value.loaded(at: 0, as: UInt32.self) != 0
      case TCA_NETEM_LATENCY64: latency = value.loaded(at: 0) ?? latency
      case TCA_NETEM_JITTER64: jitter = value.loaded(at: 0) ?? jitter
      case TCA_NETEM_SLOT: slot = Slot(readBack: value)
      case NetemAttributes.seedAttribute: seed = value.loaded(at: 0)
      default: break
      }
    }
    let isRandom = random.probability != .never || random.correlation != .never
    loss = model ?? (isRandom ? .random(random) : .none)
  }
}

extension CorrelatedProbability {
  fileprivate init(pair: ArraySlice<UInt8>) {
    let pair = pair.loaded(at: 0, as: tc_netem_corrupt.self) ?? tc_netem_corrupt()
    self.init(Probability(rawValue: pair.probability), correlation: Probability(rawValue: pair.correlation))
  }
}

extension LossModel {
  fileprivate init?(readBack value: ArraySlice<UInt8>) {
    let attributes = NetlinkAttributes(value)
    if let model = attributes.first(NETEM_LOSS_GE)?.loaded(at: 0, as: tc_netem_gemodel.self) {
      self = .gilbertElliott(
        GilbertElliott(
          toBad: Probability(rawValue: model.p), toGood: Probability(rawValue: model.r),
          lossInBad: Probability(rawValue: .max - model.h), lossInGood: Probability(rawValue: model.k1)))
    } else if let model = attributes.first(NETEM_LOSS_GI)?.loaded(at: 0, as: tc_netem_gimodel.self) {
      self = .fourState(
        FourState(
          p13: Probability(rawValue: model.p13), p31: Probability(rawValue: model.p31),
          p32: Probability(rawValue: model.p32), p23: Probability(rawValue: model.p23),
          p14: Probability(rawValue: model.p14)))
    } else {
      return nil
    }
  }
}

extension NetemSettings.Slot {
  fileprivate init(readBack value: ArraySlice<UInt8>) {
    self.init()
    guard let slot: tc_netem_slot = value.loaded(at: 0) else { return }
    minimum = slot.min_delay
    maximum = slot.max_delay
    packets = slot.max_packets
    bytes = slot.max_bytes
    tableDelay = slot.dist_delay
    tableJitter = slot.dist_jitter
  }
}

extension NetemSettings.Rate {
  fileprivate mutating func read(_ value: ArraySlice<UInt8>) {
    guard let rate: tc_netem_rate = value.loaded(at: 0) else { return }
    // A rate that does not fit into 32 bits is in another attribute, which can come before or after this one.
    bytesPerSecond = max(bytesPerSecond, UInt64(rate.rate))
    packetOverhead = rate.packet_overhead
    cellSize = rate.cell_size
    cellOverhead = rate.cell_overhead
  }
}
