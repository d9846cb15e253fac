/// What was found of a link on this machine.
public struct VerificationReport: Codable, Sendable {
  /// What a bare pair of interfaces does to the same probes: what measuring itself adds.
  public struct Control: Codable, Sendable {
    /// One-way delay in ms.
    public var delayMedian: Double
    public var delayP99: Double
    /// Packets of `packets` that did not arrive.
    public var lost: Int
    public var packets: Int
    /// How many a second arrived of those.
    public var rate: Double
  }

  /// One set of conditions.
  public struct Case: Codable, Sendable {
    public var name: String
    /// Which engine carried the packets, and why.
    public var engine: String
    public var checks: [VerificationCheck]
    /// What the conditions ask for and nobody has measured, with the reason.
    public var notMeasured: [String]
  }

  public var kernel: String
  public var processors: Int
  public var seconds = 0.0
  public var control: Control
  public var cases: [Case] = []

  /// Whether everything that was measured is within its bounds.
  public var isWithin: Bool { cases.allSatisfy { $0.checks.allSatisfy(\.isWithin) } }
}
