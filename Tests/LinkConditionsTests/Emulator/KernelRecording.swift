import Foundation
import LinkConditions
import TestSupport

/// One file of `Fixtures/netem-6.12`: what the kernel's netem did to a list of packets, given a seed.
struct KernelRecording: Decodable {
  struct Config: Decodable {
    var raw: Raw
  }
  struct Raw: Decodable {
    var qopt: [String: UInt32]
    var attributes: Attributes
  }
  struct Attributes: Decodable {
    var latency: Int64
    var jitter: Int64
    var correlation: [String: UInt32]
    var reorder: [String: UInt32]
    var corrupt: [String: UInt32]
    var rate: [String: Int64]
    var ecn: Int
    var table: String?
    var loss: [String: [String: UInt32]]?

    enum CodingKeys: String, CodingKey {
      case latency = "TCA_NETEM_LATENCY64"
      case jitter = "TCA_NETEM_JITTER64"
      case correlation = "TCA_NETEM_CORR"
      case reorder = "TCA_NETEM_REORDER"
      case corrupt = "TCA_NETEM_CORRUPT"
      case rate = "TCA_NETEM_RATE"
      case ecn = "TCA_NETEM_ECN"
      case table = "TCA_NETEM_DELAY_DIST"
      case loss = "TCA_NETEM_LOSS"
    }
  }
  struct Packets: Decodable {
    var count: Int
    var length: Int32?
    var lengthsRepeated: [Int32]?
  }
  /// The delivered packets in order, or "input" for the order in which they were sent.
  enum Order: Decodable {
    case input
    case packets([Int])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      self = (try? container.decode([Int].self)).map(Order.packets) ?? .input
    }
  }
  struct Outcome: Decodable {
    var fates: String
    var order: Order
    var sentNs: [Int64]
    var receivedNs: [Int64]
    var corruptedBits: [String: JSONValue]?
    var markedCe: [Int]?
  }
  /// A value whose shape does not matter here.
  struct JSONValue: Decodable {
    init(from decoder: any Decoder) throws {}
  }

  var seed: UInt64
  var config: Config
  var packets: Packets
  var outcome: Outcome

  static let directory = URL(filePath: Repository.file("Tests/LinkConditionsTests/Fixtures/netem-6.12"))

  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? [])
    .filter { $0.hasSuffix(".json") && $0.contains(".seed-") }.sorted()

  init(named name: String) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { path in
      // Only keys with names in Swift style are converted. Attribute names stay as they are.
      let key = path[path.count - 1].stringValue
      let converted = [
        "lengths_repeated": "lengthsRepeated", "sent_ns": "sentNs", "received_ns": "receivedNs",
        "corrupted_bits": "corruptedBits", "marked_ce": "markedCe",
      ]
      return Key(stringValue: converted[key] ?? key)
    }
    self = try decoder.decode(KernelRecording.self, from: Data(contentsOf: Self.directory.appending(path: name)))
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// The conditions that correspond to what was sent to the kernel.
  func conditions() throws -> DirectionConditions {
    let raw = config.raw
    let attributes = raw.attributes
    func probability(_ value: UInt32?) -> Probability { Probability(rawValue: value ?? 0) }
    var conditions = DirectionConditions()
    conditions.delay = LinkDuration(nanoseconds: attributes.latency)
    conditions.jitter = LinkDuration(nanoseconds: attributes.jitter)
    conditions.delayCorrelation = probability(attributes.correlation["delay_corr"])
    conditions.queue = .packets(Int(raw.qopt["limit"] ?? 0))
    conditions.duplicate = CorrelatedProbability(
      probability(raw.qopt["duplicate"]), correlation: probability(attributes.correlation["dup_corr"]))
    conditions.corrupt = CorrelatedProbability(
      probability(attributes.corrupt["probability"]), correlation: probability(attributes.corrupt["correlation"]))
    conditions.marksInsteadOfLosing = attributes.ecn != 0
    if let gap = raw.qopt["gap"], gap > 0 {
      let overtaking = CorrelatedProbability(
        probability(attributes.reorder["probability"]), correlation: probability(attributes.reorder["correlation"]))
      conditions.reorder = Reordering(overtaking, gap: gap)
    }
    if let rate = attributes.rate["rate"], rate > 0 {
      conditions.bandwidth = Bandwidth(bitsPerSecond: UInt64(rate) * 8)
      conditions.accounting = ByteAccounting(
        base: .ethernet, overhead: Int32(attributes.rate["packet_overhead"] ?? 0),
        cellSize: UInt32(attributes.rate["cell_size"] ?? 0),
        cellOverhead: Int32(attributes.rate["cell_overhead"] ?? 0))
    }
    if let file = attributes.table {
      let entries = try JSONDecoder().decode([Int16].self, from: Data(contentsOf: Self.directory.appending(path: file)))
      if let table = DelayTable(name: file, entries: entries) { conditions.distribution = .table(table) }
    }
    conditions.loss = lossModel
    return conditions
  }

  private var lossModel: LossModel {
    let raw = config.raw
    func probability(_ value: UInt32?) -> Probability { Probability(rawValue: value ?? 0) }
    if let model = raw.attributes.loss?["NETEM_LOSS_GE"] {
      return .gilbertElliott(
        LossModel.GilbertElliott(
          toBad: probability(model["p"]), toGood: probability(model["r"]),
          lossInBad: probability(UInt32.max - (model["h"] ?? 0)), lossInGood: probability(model["k1"])))
    }
    if let model = raw.attributes.loss?["NETEM_LOSS_GI"] {
      return .fourState(
        LossModel.FourState(
          p13: probability(model["p13"]), p31: probability(model["p31"]), p32: probability(model["p32"]),
          p23: probability(model["p23"]), p14: probability(model["p14"])))
    }
    return .random(
      CorrelatedProbability(
        probability(raw.qopt["loss"]), correlation: probability(raw.attributes.correlation["loss_corr"])))
  }

  /// The packet from which the recording is exact. The kernel chooses the value that the first draw is mixed with, and
  /// its weight decreases by the correlation with each draw.
  var exactFrom: Int {
    let attributes = config.raw.attributes
    let correlations =
      Array(attributes.correlation.values) + [
        attributes.reorder["correlation"] ?? 0, attributes.corrupt["correlation"] ?? 0,
      ]
    switch Probability(rawValue: correlations.max() ?? 0).percent {
    case 0: return 0
    case ..<26: return 16
    case ..<51: return 32
    default: return 77
    }
  }
}
