public import FarSide

/// A situation that a client is put in, and what is expected of it there. A value: nothing runs until a runner takes it.
public struct Scenario: Sendable, Hashable {
  /// The name by which it is chosen, a family and a member: `connect.blackhole`.
  public var id: String
  /// What happens, in one line.
  public var summary: String
  /// Why it matters.
  public var rationale: String
  /// Where the expectation comes from: a standard and its section, or another document.
  public var source: String
  /// The profile that is in force from the start, or nil for a clean link.
  public var profile: String?
  /// What follows, in the words of `headwind run --then`.
  public var timeline: [String]
  /// What is on the far side.
  public var farSide: FarSidePlan
  /// What the client is asked for, in order; more than one only of clients that follow the contract.
  public var requests: [AskedRequest]
  /// What the client is given, in whole seconds, or nil for what the runner gives.
  public var deadline: Int?
  /// Nil if the client is not told to cancel.
  public var cancel: CancelOrder?
  /// What must be seen on the wire for the question to have been put.
  public var trigger: Trigger
  public var expectations: [Expectation]

  public init(
    id: String, summary: String = "", rationale: String = "", source: String = "", profile: String? = nil,
    timeline: [String] = [], farSide: FarSidePlan = FarSidePlan(), requests: [AskedRequest], deadline: Int? = nil,
    cancel: CancelOrder? = nil, trigger: Trigger, expectations: [Expectation]
  ) {
    self.id = id
    self.summary = summary
    self.rationale = rationale
    self.source = source
    self.profile = profile
    self.timeline = timeline
    self.farSide = farSide
    self.requests = requests
    self.deadline = deadline
    self.cancel = cancel
    self.trigger = trigger
    self.expectations = expectations
  }
}

extension Scenario {
  /// Whether a text can be a scenario's name: small letters, figures, `-`, `_` and `.`, of which no path is made.
  static func isID(_ text: String) -> Bool {
    guard text.utf8.count <= 64, let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy { isLetter($0) || isDigit($0) || "-_.".utf8.contains($0) } && !text.contains("..")
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
