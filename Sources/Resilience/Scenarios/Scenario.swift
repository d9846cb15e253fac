/// A situation that a client is put in, and what is expected of it there. A value: nothing runs until a runner takes it.
public struct Scenario: Sendable {
  /// The name by which it is chosen, a family and a member: `connect.blackhole`.
  public var id: String
  /// What happens, in one line.
  public var summary: String
  /// Why it matters, with the source of the expectation.
  public var rationale: String
  /// The profile that is in force from the start, or nil for a clean link.
  public var profile: String?
  /// What follows, in the words of `headwind run --then`.
  public var timeline: [String]
  /// What the client is asked to get.
  public var url: String
  /// What must be seen on the wire for the question to have been put.
  public var trigger: Trigger
  public var expectations: [Expectation]

  public init(
    id: String, summary: String, rationale: String, profile: String? = nil, timeline: [String] = [], url: String,
    trigger: Trigger, expectations: [Expectation]
  ) {
    self.id = id
    self.summary = summary
    self.rationale = rationale
    self.profile = profile
    self.timeline = timeline
    self.url = url
    self.trigger = trigger
    self.expectations = expectations
  }
}
