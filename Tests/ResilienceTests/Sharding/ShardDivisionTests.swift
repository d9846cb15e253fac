import TestSupport
import Testing

@testable import Resilience

/// Divisions of suites into shards.
@Suite struct ShardDivisionTests {
  @Test func eachScenarioIsInOneShardAndLoadsAddUp() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let times = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
        Int.random(in: 10...9000, using: &generator)
      }
      let count = Int.random(in: 1...9, using: &generator)
      let division = ShardDivision(times: times, count: count)
      #expect(division.shards.count == times.count && division.loads.count == count)
      for number in 1...count {
        let own = times.indices.filter { division.shards[$0] == number }.map { times[$0] }
        #expect(own.reduce(0, +) == division.loads[number - 1])
      }
      #expect(division == ShardDivision(times: times, count: count))
    }
  }

  /// Graham's bound, against the best of all divisions.
  @Test func noShardTakesMoreThanFourThirdsOfTheBest() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<60 {
      let times = (0..<7).map { _ in Int.random(in: 10...1000, using: &generator) }
      let worst = ShardDivision(times: times, count: 3).loads.max() ?? 0
      #expect(Double(worst) <= Double(Self.shortest(times, count: 3)) * (4.0 / 3 - 1.0 / 9) + 0.001, "\(times)")
    }
  }

  /// The load of the fullest shard in the best of all divisions.
  private static func shortest(_ times: [Int], count: Int) -> Int {
    let divisions = (0..<times.count).reduce(1) { all, _ in all * count }
    return (0..<divisions).map { division in
      var loads = Array(repeating: 0, count: count)
      var rest = division
      for time in times {
        loads[rest % count] += time
        rest /= count
      }
      return loads.max() ?? 0
    }.min() ?? 0
  }

  @Test func equalTimesAreDealtInOrder() {
    #expect(ShardDivision(times: [5, 5, 5, 5, 5], count: 2).shards == [1, 2, 1, 2, 1])
    #expect(ShardDivision(times: [1, 9, 1, 1], count: 2).shards == [2, 1, 2, 2])
    #expect(ShardDivision(times: [3], count: 4).loads == [3, 0, 0, 0])
  }

  @Test func timesAreThoseOfTheReportElseTheMedianElseTheDeadline() {
    var one = ReportTests.scenario("a.x", "pass")
    one.took = 2
    var again = ReportTests.scenario("a.x", "fail", turn: 2)
    again.took = 4
    var other = ReportTests.scenario("a.y", "pass")
    other.took = 9
    // A report of an older version knows the time of the client only.
    let old = ReportTests.scenario("a.z", "pass")
    let times = ScenarioTimes(measuredBy: [ReportTests.report([one, again, other, old])])
    let time = { (id: String) in times.time(of: Self.scenario(id, deadline: 7), deadline: 5) }
    #expect(time("a.x") == 3000 && time("a.y") == 9000 && time("a.z") == 1500 && time("a.new") == 3000)
    let none = ScenarioTimes(measuredBy: [])
    #expect(none.time(of: Self.scenario("a.x", deadline: 7), deadline: 5) == 7000)
    #expect(none.time(of: Self.scenario("a.x", deadline: nil), deadline: 5) == 5000)
  }

  @Test(arguments: [-1e300, -1, 0, 1e300, .infinity, .nan]) func timesThatNoClockTellsAreTamed(took: Double) {
    var scenario = ReportTests.scenario("a.x", "pass")
    scenario.took = took
    let time = ScenarioTimes(measuredBy: [ReportTests.report([scenario])])
      .time(of: Self.scenario("a.x", deadline: nil), deadline: 5)
    #expect((10...3_600_000).contains(time))
  }

  private static func scenario(_ id: String, deadline: Int?) -> Scenario {
    Scenario(
      id: id, requests: [AskedRequest(url: "http://a.test/")], deadline: deadline, trigger: .clientStarted,
      expectations: [])
  }
}
