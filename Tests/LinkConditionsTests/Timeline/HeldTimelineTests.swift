import Testing

@testable import LinkConditions

/// What of a timeline waits for the client's first packet.
@Suite struct HeldTimelineTests {
  private func held(_ clauses: String...) throws -> HeldTimeline {
    var builder = TimelineBuilder(first: .clean)
    for clause in clauses {
      let clause = try TimelineClause(parsing: clause)
      var profile = Profile.clean
      profile.name = clause.profileName
      try builder.add(clause, clause.event == nil ? profile : nil)
    }
    return HeldTimeline(builder.build())
  }

  private func names(_ rest: HeldTimeline.Rest?) -> [String] {
    switch rest {
    case .phases(let phases): phases.map { "\($0.profile.name) \($0.trigger)" }
    case .whole: ["whole"]
    case nil: []
    }
  }

  @Test func timesWaitForTheFirstPacket() throws {
    let held = try held("Black Hole after 500 ms", "Clean after 500 ms")
    #expect(held.before.phases.isEmpty && held.before.first == .clean)
    #expect(names(held.rest) == ["Black Hole after 500 ms", "Clean after 500 ms"])
  }

  /// A link that is down from the start is what the client meets; how long it stays down counts from the first attempt.
  @Test func whatBeginsAtOnceDoesNotWait() throws {
    let held = try held("link-down after 0 s for 3 s")
    #expect(held.before.phases.map(\.event) == [.carrier(isUp: false)])
    guard case .phases(let phases) = held.rest else {
      Issue.record("nothing waits")
      return
    }
    #expect(phases.map(\.event) == [.carrier(isUp: true)] && phases.map(\.trigger) == [.after(.milliseconds(3000))])
  }

  @Test func whatWaitsForAPacketIsNotHeld() throws {
    let held = try held("Black Hole when request-sent", "Clean after 2 s")
    #expect(held.before.phases.count == 2 && held.rest == nil)
  }

  @Test func whatRepeatsWaitsAsAWhole() throws {
    let held = try held("Black Hole after 1 s for 500 ms, repeat")
    #expect(held.before.phases.isEmpty && names(held.rest) == ["whole"])
  }
}
