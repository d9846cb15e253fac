/// A condition of the link whose threshold `headwind test --bisect` looks for.
public enum BisectQuantity: String, Sendable, CaseIterable {
  /// The share of packets that are lost in each direction.
  case loss
  /// How long a packet travels in each direction.
  case delay
  /// The same as a round trip: half of it in each direction.
  case rtt
  /// The bandwidth of each direction.
  case rate
  /// How long nothing comes back, from the client's first request on.
  case stall

  /// The units of its values, with how many of the basic unit each is: per cent, seconds, or bits per second.
  private var units: [(name: String, size: Double)] {
    switch self {
    case .loss: [("%", 1)]
    case .delay, .rtt, .stall: [("ms", 0.001), ("s", 1)]
    case .rate: [("kbps", 1000), ("Mbps", 1_000_000)]
    }
  }

  /// An example of a value, for errors.
  public var example: String {
    switch self {
    case .loss: "5 %"
    case .delay, .rtt, .stall: "300 ms"
    case .rate: "64 kbps"
    }
  }

  /// Reads a value such as `300 ms`.
  public func value(of text: String) -> Double? {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = text.dropFirst(number.count).drop { $0 == " " }.lowercased()
    guard let count = Double(number), let size = units.first(where: { $0.name.lowercased() == unit })?.size else {
      return nil
    }
    // 2300 thousandths are not exactly 2.3.
    return (count * size * 1_000_000).rounded() / 1_000_000
  }

  /// A value with its unit: `2.3 s`.
  public func words(_ value: Double) -> String {
    switch self {
    case .loss: "\(Self.short(value)) %"
    case .delay, .rtt, .stall: "\(Self.short(value)) s"
    case .rate: value < 1_000_000 ? "\(Self.short(value / 1000)) kbps" : "\(Self.short(value / 1_000_000)) Mbps"
    }
  }

  /// A value in a sentence: `fails from 2.3 s RTT`.
  public func phrase(_ value: Double) -> String {
    switch self {
    case .loss: "\(words(value)) loss"
    case .delay: "\(words(value)) delay"
    case .rtt: "\(words(value)) RTT"
    case .rate: "\(words(value)) and less"
    case .stall: "a stall of \(words(value))"
    }
  }

  /// At most three decimals, without zeros at the end.
  static func short(_ value: Double) -> String {
    let thousandths = Int((value * 1000).rounded())
    guard thousandths % 1000 != 0 else { return String(thousandths / 1000) }
    var decimals = String(String(1000 + thousandths % 1000).dropFirst())
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return "\(thousandths / 1000).\(decimals)"
  }

  /// Whether chance decides about single packets, so that runs with one and the same value differ.
  public var isRandom: Bool { self == .loss }

  /// How often each value is tried unless the user wants more.
  public var usualRepeats: Int { isRandom ? 10 : 3 }

  /// The conditions of the link at a value.
  func conditions(_ value: Double) -> ScenarioConditions {
    guard value > 0 else { return ScenarioConditions(profile: "Clean") }
    switch self {
    case .loss: return ScenarioConditions(profile: "{ loss: \(Self.short(value)) % }")
    case .delay: return ScenarioConditions(profile: "{ delay: \(Self.short(value * 1000)) ms }")
    case .rtt: return ScenarioConditions(profile: "{ delay: \(Self.short(value * 500)) ms }")
    case .rate: return ScenarioConditions(profile: "{ bandwidth: \(Self.short(value / 1000)) kbps }")
    case .stall:
      return ScenarioConditions(
        profile: "Clean", timeline: ["Black Hole when request for \(Self.short(value * 1000)) ms"])
    }
  }

  /// A scenario with this value as the condition of its link, and an ID of its own.
  public func entry(_ base: SuiteEntry, at value: Double) -> SuiteEntry {
    var entry = base
    let suffix = words(value).lowercased().filter { $0 != " " && $0 != "%" }
    entry.scenario.id = "\(base.scenario.id).\(rawValue)-\(suffix)"
    let conditions = conditions(value)
    entry.scenario.profile = conditions.profile
    entry.scenario.timeline = conditions.timeline
    entry.conditions = conditions
    return entry
  }
}

/// Conditions that replace those of a scenario.
public struct ScenarioConditions: Sendable, Hashable {
  public var profile: String
  public var timeline: [String] = []
}
