/// The results of verifying links on this machine.
public struct VerificationReport: Codable, Sendable {
  /// The same probes over a bare pair of interfaces, which shows the error of the measurement itself.
  public struct Control: Codable, Sendable {
    /// One-way delay in ms.
    public var delayMedian: Double
    public var delayP99: Double
    /// How many of `packets` did not arrive.
    public var lost: Int
    public var packets: Int
    /// How many packets per second arrived.
    public var rate: Double
  }

  /// One set of conditions.
  public struct Case: Codable, Sendable {
    public var name: String
    /// The engine that carried the packets, and why it was chosen.
    public var engine: String
    public var checks: [VerificationCheck]
    /// The parts of the conditions that were not measured, with the reasons.
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
