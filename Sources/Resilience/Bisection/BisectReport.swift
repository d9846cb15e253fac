/// The result of `headwind test --bisect`, as JSON.
public struct BisectReport: Sendable, Codable {
  public struct Step: Sendable, Codable {
    /// In per cent, seconds or bits per second.
    public var value: Double
    public var failed: Int
    public var passed: Int
    public var unjudged: Int
    /// Whether at least half of the runs failed; nil without any verdict.
    public var fails: Bool?
    /// The share of runs that would fail with a confidence of 95 %, in per cent.
    public var confidence: [Int]
    /// The first demand that a run broke, and how.
    public var finding: String?

    public init(value: Double, _ tally: BisectSearch.Tally, finding: String?) {
      self.value = value
      (failed, passed, unjudged, fails) = (tally.failed, tally.passed, tally.unjudged, tally.fails)
      confidence = [tally.confidence.lowerBound, tally.confidence.upperBound]
      self.finding = finding
    }

    /// `6 of 10 runs failed`.
    public var words: String {
      "\(failed) of \(failed + passed) runs failed" + (unjudged > 0 ? ", \(unjudged) could not be judged" : "")
    }
  }

  public struct Threshold: Sendable, Codable {
    public var scenario: String
    /// The mildest value at which the client fails; nil if it never does.
    public var failsFrom: Double?
    /// The harshest value below that at which it passes; nil if it fails even at the mildest.
    public var passesTo: Double?
    /// The harshest value at which it passes although it fails at a milder one; nil if there is none.
    public var passesAgainAt: Double?
    /// In the order of their values, the mildest first.
    public var steps: [Step]

    public init(_ id: String, _ scale: BisectScale, _ search: BisectSearch, findings: [Int: String]) {
      scenario = id
      failsFrom = search.firstFailure.map { scale.values[$0] }
      passesTo = search.lastPass.map { scale.values[$0] }
      passesAgainAt = search.laterPass.map { scale.values[$0] }
      steps = search.tallies.sorted { $0.key < $1.key }.map { place, tally in
        Step(value: scale.values[place], tally, finding: findings[place])
      }
    }
  }

  public static let format = "headwind-bisect"

  public var format = Self.format
  public var version = 1
  public var client: [String]
  public var quantity: String
  public var seed: UInt64
  public var repeats: Int
  /// The client's deadline, in seconds.
  public var deadline: Int
  public var isComplete = true
  public var thresholds: [Threshold] = []

  public init(client: [String], quantity: BisectQuantity, seed: UInt64, repeats: Int, deadline: Int) {
    self.client = client
    self.quantity = quantity.rawValue
    self.seed = seed
    self.repeats = repeats
    self.deadline = deadline
  }
}

extension BisectReport.Threshold {
  /// The result in lines: `link.bisect: fails from 11.5 % loss`, and how sure that is.
  public func lines(_ quantity: BisectQuantity) -> [String] {
    guard let failsFrom else {
      guard let passesTo else { return ["\(scenario): could not be judged"] }
      return ["\(scenario): passes up to \(quantity.phrase(passesTo)), the limit of this search"]
    }
    guard let passesTo else {
      return ["\(scenario): fails already at \(quantity.phrase(failsFrom)), the mildest value of this search"]
        + evidence([failsFrom], quantity)
    }
    var lines = ["\(scenario): fails from \(quantity.phrase(failsFrom)); passes at \(quantity.words(passesTo))"]
    lines += evidence([passesTo, failsFrom], quantity)
    let mixed = steps.filter { $0.failed > 0 && $0.passed > 0 }.map(\.value)
    if let first = mixed.first, let last = mixed.last, mixed.count > 1 {
      lines.append(
        "  runs disagree from \(quantity.words(first)) to \(quantity.words(last)), so the threshold is not sharp")
    }
    if let passesAgainAt {
      lines.append("  it passed again at \(quantity.words(passesAgainAt)), so there is more than one threshold")
    }
    return lines
  }

  private func evidence(_ values: [Double], _ quantity: BisectQuantity) -> [String] {
    steps.filter { values.contains($0.value) }.map { step in
      let sure = "with 95 % confidence, \(step.confidence[0]) to \(step.confidence[1]) % of runs fail"
      return "  at \(quantity.words(step.value)): \(step.words)"
        + (quantity.isRandom ? " (\(sure))" : "") + (step.finding.map { ": \($0)" } ?? "")
    }
  }
}
