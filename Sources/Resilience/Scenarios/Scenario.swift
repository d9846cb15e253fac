public import FarSide

/// A situation for a client, and what is expected of the client in it. It is a value; a runner runs it.
public struct Scenario: Sendable, Hashable {
  /// Its identifier, a family and a name: `connect.blackhole`.
  public var id: String
  /// A one-line description of what happens.
  public var summary: String
  /// Why it matters.
  public var rationale: String
  /// Where the expectation comes from: a standard and its section, or another document.
  public var source: String
  /// The profile that is in force from the start, or nil for a clean link.
  public var profile: String?
  /// The phases that follow, in the syntax of `headwind run --then`.
  public var timeline: [String]
  /// What is on the far side.
  public var farSide: FarSidePlan
  /// The domain that is searched for names (resolv.conf(5)), or nil.
  public var searchDomain: String?
  /// The requests that the client should make, in order. Only clients that implement the contract can make more than
  /// one.
  public var requests: [AskedRequest]
  /// The client's deadline in whole seconds, or nil for the runner's default.
  public var deadline: Int?
  /// The access token that the client begins with; nil if it needs none.
  public var grant: TokenGrant?
  /// Nil if the client is not told to cancel.
  public var cancel: CancelOrder?
  /// The events that show that the scenario took place. If one is missing, the result is inconclusive.
  public var premises: [Trigger]
  /// What a client must use for the scenario to concern it, or nil.
  public var use: Use?
  public var expectations: [Expectation]

  public init(
    id: String, summary: String = "", rationale: String = "", source: String = "", profile: String? = nil,
    timeline: [String] = [], farSide: FarSidePlan = FarSidePlan(), requests: [AskedRequest], deadline: Int? = nil,
    cancel: CancelOrder? = nil, trigger: Trigger, use: Use? = nil, expectations: [Expectation]
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
    premises = [trigger]
    self.use = use
    self.expectations = expectations
  }
}

extension Scenario {
  /// Whether a text is a valid scenario ID: lower-case letters, digits, `-`, `_` and `.`, so that it cannot form a
  /// path.
  static func isID(_ text: String) -> Bool {
    guard text.utf8.count <= 64, let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy { isLetter($0) || isDigit($0) || "-_.".utf8.contains($0) } && !text.contains("..")
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

/// When a client is told to cancel, and how.
public struct CancelOrder: Sendable, Hashable, Codable {
  /// How long after its first packet, in nanoseconds.
  public var after: Int64
  /// Whether the client always gets SIGTERM, the signal that supervisors use. Otherwise it gets the line on standard
  /// input that it asked for, or SIGINT.
  public var isTermination: Bool

  public init(after: Int64, isTermination: Bool = false) {
    self.after = after
    self.isTermination = isTermination
  }
}
