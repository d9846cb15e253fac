import LinkConditions
import Testing

struct TimelineFileTests {
  private func timeline(_ text: String) throws -> Timeline {
    try TimelineFile.timeline(
      in: Array(text.utf8), file: "t.yaml", find: { try ProfileLibrary.shipped.profile(named: $0) }
    ).timeline
  }

  private func phases(_ timeline: Timeline) -> [String] {
    timeline.phases.map { "\($0.profile.name)\($0.event.map { " + \($0)" } ?? "") \($0.trigger)" }
  }

  @Test func phasesFollowEachOther() throws {
    let timeline = try timeline(
      """
      name: A
      phases:
        - { profile: LTE, for: 5 s }
        - { profile: Black Hole, for: 500 ms }
        - { event: rebind }
        - { profile: Edge, direction: down, when: 'http "GET /a*"', for: 1 s }
        - { name: Own, uplink: { delay: 1 s }, after: 2 s }
        - { event: link-down, after: 1 s, for: 3 s }
      """)
    #expect(timeline.first.name == "LTE")
    #expect(
      phases(timeline) == [
        "Black Hole after 5 s", "Black Hole + rebind after 500 ms", "Black Hole, down Edge when http \"GET /a*\"",
        "Black Hole after 1 s", "Own after 2 s", "Own + link-down after 1 s", "Own + link-up after 3 s",
      ])
    #expect(timeline.phases[2].profile.downlink.bandwidth == .kilobits(240))
    #expect(timeline.phases[2].profile.uplink == .clean)
  }

  @Test func roundsGoBackToTheStart() throws {
    let flapping = try timeline(
      "name: A\nphases: [{ profile: LTE, for: 2 s }, { profile: Edge, for: 1 s }, { profile: DSL, for: 3 s }]\nrepeat: 3 times"
    )
    #expect(phases(flapping) == ["Edge after 2 s", "DSL after 1 s", "LTE after 3 s"])
    #expect(flapping.repetition == .times(3))
    var runner = TimelineRunner(flapping, startingAt: LinkInstant(nanoseconds: 0))
    var seen: [String] = []
    for second in 0..<24 {
      _ = runner.advance(to: LinkInstant(nanoseconds: Int64(second) * 1_000_000_000))
      seen.append(runner.profile.name)
    }
    let round = ["LTE", "LTE", "Edge", "DSL", "DSL", "DSL"]
    #expect(seen == round + round + round + Array(repeating: "LTE", count: 6))
    #expect(runner.nextInstant == nil)
  }

  @Test func manyRoundsArePassedOverAtOnce() throws {
    let flapping = try timeline(
      "name: A\nphases: [{ profile: LTE, for: 1 ms }, { profile: Edge, for: 1 ms }]\nrepeat: forever")
    var runner = TimelineRunner(flapping, startingAt: LinkInstant(nanoseconds: 0))
    let hasChanged = runner.advance(to: LinkInstant(nanoseconds: 9_000_000_000_001_500_000))
    #expect(hasChanged)
    #expect(runner.profile.name == "Edge")
    _ = runner.advance(to: LinkInstant(nanoseconds: .max))
  }

  @Test func aRoundWithoutTimeEnds() {
    let phase = Timeline.Phase(trigger: .after(.zero), profile: .clean)
    var runner = TimelineRunner(
      Timeline(first: .clean, phases: [phase], repetition: .forever), startingAt: LinkInstant(nanoseconds: 0))
    _ = runner.advance(to: LinkInstant(nanoseconds: 5))
    #expect(runner.profile.name == Profile.clean.name)
  }

  @Test func oneLineSaysIt() throws {
    func build(_ first: String, _ lines: String...) throws -> Timeline {
      let library = ProfileLibrary.shipped
      var builder = TimelineBuilder(first: try library.profile(named: first))
      for line in lines {
        let clause = try TimelineClause(parsing: line)
        try builder.add(clause, clause.event == nil ? library.profile(named: clause.profileName) : nil)
      }
      return builder.build()
    }
    let flapping = try build("Wi-Fi", "Black Hole after 5 s for 500 ms, repeat")
    #expect(phases(flapping) == ["Black Hole after 5 s", "Wi-Fi after 500 ms"] && flapping.repetition == .forever)
    #expect(phases(try build("Wi-Fi", "Edge when down 100 KB")) == ["Edge when 100 KB down"])
    #expect(
      phases(try build("Slow Net", "Black Hole when response-started")) == ["Black Hole when response-started"])
    #expect(
      phases(try build("LTE", "rebind after 1 s", "Edge up after 0 s")) == [
        "LTE + rebind after 1 s", "LTE, up Edge after 0 s",
      ])
    #expect(throws: TimelineBuilder.Problem.self) { try build("LTE", "Edge after 1 s repeat") }
    #expect(throws: TimelineBuilder.Problem.self) { try build("LTE", "Edge after 1 s for 1 s repeat", "DSL after 1 s") }
    #expect(throws: TimelineBuilder.Problem.self) { try build("LTE", "Edge after 0 s for 0 s repeat") }
  }

  @Test(arguments: [
    ("name: A", "1:1: error: phases: missing"),
    ("name: A\nphases: []", "phases: found a list; write a list of 1 to"),
    ("name: A\nphases: [{ profile: Nix }]", "2:21: error: phases[1].profile: there is no profile 'Nix'"),
    ("name: A\nphases: [{ profile: LTE }, { profile: Edge }]", "phases[2]: nothing starts this phase"),
    ("name: A\nphases: [{ event: explode, after: 1 s }]", "write rebind, link-down or link-up"),
    ("name: A\nphases: [{ event: rebind }]", "the first phase must have a profile"),
    ("name: A\nphases: [{ profile: LTE, uplink: {} }]", "write either a profile's name, an event, or conditions"),
    ("name: A\nphases: [{ profile: LTE }, { profile: DSL, after: 1 s, when: syn }]", "either 'after' or 'when'"),
    (
      "name: A\nphases: [{ profile: LTE }, { profile: DSL, when: sin }]",
      "'sin' cannot start a profile; did you mean 'syn'?"
    ),
    (
      "name: A\nphases: [{ profile: LTE }, { profile: DSL, after: 1 s }]\nrepeat: forever",
      "repeat: 'repeat' goes back to the start"
    ),
    (
      "name: A\nphases: [{ profile: LTE }, { profile: DSL, after: 1 s, for: 1 s }]\nrepeat: often",
      "'often' is not a number of repetitions"
    ),
    ("name: A\nphases: [{ profile: LTE, direction: left }]", "found 'left'; write up or down"),
    (
      "name: A\nphases: [{ profile: LTE }, { uplink: { loss: 101 % }, after: 1 s }]",
      "uplink.loss: '101 %' is out of range"
    ),
  ])
  func saysWhatIsWrong(text: String, expected: String) throws {
    let error = try #require(throws: ProfileFileError.self) { try timeline(text) }
    #expect(error.lines.contains { $0.contains(expected) }, "\(error.lines)")
  }

  @Test func theShippedOnesAreGood() throws {
    #expect(TimelineFile.shippedFiles.count == 4)
    for file in TimelineFile.shippedFiles {
      #expect(TimelineFile.isTimeline(file.bytes))
      let (name, timeline) = try TimelineFile.timeline(
        in: file.bytes, file: file.name, find: { try ProfileLibrary.shipped.profile(named: $0) })
      #expect(!name.isEmpty && !timeline.phases.isEmpty)
    }
    #expect(!TimelineFile.isTimeline(Array("name: A".utf8)))
  }
}
