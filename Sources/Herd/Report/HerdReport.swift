/// The result of `headwind herd`: what populations of clients do to a service, side by side.
public struct HerdReport: Sendable, Codable {
  /// One population.
  public struct Row: Sendable, Codable {
    /// The name of the client or of the policy.
    public var name: String
    /// What it does, in words.
    public var words: String
    /// Whether its behaviour was measured; otherwise it is a policy's.
    public var isMeasured: Bool
    /// The load that it makes.
    public var curves: HerdCurves

    /// A population with the load that it makes.
    public init(name: String, words: String, isMeasured: Bool, curves: HerdCurves) {
      self.name = name
      self.words = words
      self.isMeasured = isMeasured
      self.curves = curves
    }
  }

  /// What says that a file is of this kind.
  public static let format = "headwind-herd"

  /// What says that a file is of this kind.
  public var format = Self.format
  /// The version of the file's format.
  public var version = 1
  /// What was simulated.
  public var plan: HerdPlan
  /// The populations: measured clients first.
  public var rows: [Row]

  /// The report on populations.
  public init(plan: HerdPlan, rows: [Row]) {
    self.plan = plan
    self.rows = rows
  }
}
