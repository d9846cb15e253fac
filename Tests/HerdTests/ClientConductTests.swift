import Statistics
import Foundation
import Testing

@testable import Herd

/// Conducts that were observed, and the files that hold them.
@Suite struct ClientConductTests {
  private static func use(_ gaps: [Double], ending: Double = 0.5, isCut: Bool = false) -> Course {
    Course(
      attempts: ([0] + gaps).map { Attempt(gap: $0, events: [.init(.query, at: 0), .init(.syn, at: 0.001)]) },
      ending: ending, isCut: isCut)
  }

  private static func conduct(_ refused: [Course], later: [Course] = []) -> ClientConduct {
    var courses = [ServiceState.refused: refused]
    courses[.healthy] = ClientConduct.plain[.healthy]
    return ClientConduct(client: ["c"], deadline: 5, courses: courses, later: later)
  }

  private static let plan = HerdPlan(clients: 2000, period: 20, outage: .refused, duration: 20, after: 60)

  /// A client that pauses 1 and 2 s and gives up makes three attempts for each use that begins in the outage.
  @Test func attemptsFollowAsTheyWereObserved() throws {
    let curves = HerdSimulation(try HerdModel(Self.conduct([Self.use([1, 2])]), for: Self.plan), Self.plan).run()
    // Uses that begin in the last three seconds of the outage are served by a later attempt.
    #expect(abs(Double(curves.failed) - 2000 * 17 / 20) < 100)
    let inOutage = curves.syns[10..<30].reduce(0, +)
    // Those that begin in the last second make one attempt in the outage, those in the two seconds before make two.
    #expect(abs(inOutage - 2000 / 20 * (17 * 3 + 2 * 2 + 1)) < 250)
  }

  @Test func gapsBetweenTheObservedOnesOccur() {
    let retries = ObservedRetries([Self.use([1]), Self.use([2]), Self.use([4])])
    var random = SplitMix64(seed: 1, stream: 1)
    let gaps = (0..<3000).map { _ in retries.failing(attempt: 0, &random).gap }
    #expect(gaps.allSatisfy { (1...4).contains($0) })
    #expect(abs(Double(gaps.count { $0 < 2 }) / 3000 - 0.5) < 0.05)
    #expect(Set(gaps).count > 1000)
    // The second attempt was always the last one.
    #expect(retries.failing(attempt: 1, &random).isLast)
    #expect(retries.failing(attempt: 2, &random).isLast)
  }

  @Test func someGiveUpWhereSomeGoOn() {
    let retries = ObservedRetries([Self.use([]), Self.use([1]), Self.use([1]), Self.use([1])])
    var random = SplitMix64(seed: 1, stream: 1)
    let lasts = (0..<4000).count { _ in retries.failing(attempt: 0, &random).isLast }
    #expect(abs(Double(lasts) / 4000 - 0.25) < 0.04)
  }

  @Test func whoHadNotGivenUpGoesOn() {
    let retries = ObservedRetries([Self.use([1, 2, 4], isCut: true)])
    var random = SplitMix64(seed: 1, stream: 1)
    let steps = (0..<6).map { retries.failing(attempt: $0, &random) }
    #expect(steps.map(\.gap) == [1, 2, 4, 4, 4, 4])
    #expect(steps.allSatisfy { !$0.isLast })
  }

  @Test func aKeptConnectionMakesLaterUsesCheaper() throws {
    let later = Course(attempts: [Attempt(gap: 0, events: [.init(.request, at: 0)])], ending: 0.001)
    let curves = HerdSimulation(
      try HerdModel(Self.conduct([Self.use([])], later: [later]), for: Self.plan), Self.plan
    ).run()
    #expect(curves.normal.syns == 0 && curves.normal.requests == 100)
    // After the outage each client connects once, and then no more.
    let afterwards = zip(curves.times, curves.syns).filter { $0.0 >= 20 }.map(\.1).reduce(0, +)
    #expect(afterwards == 2000)
  }

  @Test func aConductSurvivesItsFile() throws {
    let conduct = Self.conduct([Self.use([1, 2], isCut: true)])
    let back = try JSONDecoder().decode(ClientConduct.self, from: JSONEncoder().encode(conduct))
    #expect(back == conduct)
    try back.check()
  }

  @Test(arguments: [
    (#"courses.refused[0].attempts[1].gap: -1.0 is not a time"#, [use([-1])]),
    ("courses.refused[0].ending: inf is not a time", [use([1], ending: .infinity)]),
    ("courses.refused[1].attempts: 0 attempts", [use([1]), Course(attempts: [], ending: 0)]),
  ])
  func whatCannotBeIsSaid(words: String, refused: [Course]) throws {
    let error = try #require(throws: ConductError.self) { try Self.conduct(refused).check() }
    #expect(error.description.contains(words), "\(error)")
  }

  @Test func whatWasNotMeasuredIsSaid() throws {
    let plan = HerdPlan(clients: 1, period: 1, outage: .blackHole, duration: 1, after: 1)
    let error = try #require(throws: ConductError.self) {
      _ = try HerdModel(Self.conduct([Self.use([])]), for: plan)
    }
    #expect(error.description.contains("courses.black-hole: no run"))
    var other = Self.conduct([])
    other.version = 7
    #expect(throws: ConductError("the conduct has version 7, but this headwind reads version 1")) { try other.check() }
    other = Self.conduct([])
    other.courses["lost"] = []
    #expect(throws: ConductError.self) { try other.check() }
  }
}
