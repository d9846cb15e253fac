import Testing

@testable import Resilience

/// How a threshold is looked for, with clients whose thresholds are known.
@Suite struct BisectSearchTests {
  /// Searches with a function that says how many of ten runs fail at a place.
  private func search(_ count: Int, most: Int = 3, failures: (Int) -> Int) -> (search: BisectSearch, rounds: Int) {
    var search = BisectSearch(count: count)
    var rounds = 0
    while true {
      let places = search.next(most)
      if places.isEmpty { return (search, rounds) }
      rounds += 1
      for place in places {
        let failed = failures(place)
        search.note(.init(failed: failed, passed: 10 - failed), at: place)
      }
    }
  }

  @Test(arguments: [2, 3, 5, 9], [1, 2, 7, 50, 199, 200])
  func theFirstFailureIsFound(most: Int, threshold: Int) {
    let (search, rounds) = search(201, most: most) { $0 >= threshold ? 10 : 0 }
    #expect(search.firstFailure == threshold && search.lastPass == threshold - 1 && search.laterPass == nil)
    #expect(rounds <= 12, "\(rounds)")
  }

  @Test func aClientThatNeverOrAlwaysFailsEndsTheSearch() {
    let never = search(101) { _ in 0 }
    #expect(never.search.firstFailure == nil && never.search.lastPass == 100 && never.rounds == 1)
    let always = search(101) { _ in 10 }
    #expect(always.search.firstFailure == 0 && always.search.lastPass == nil && always.rounds == 1)
  }

  @Test func aValueFailsIfAtLeastHalfOfItsRunsDo() {
    let (search, _) = search(101) { min(10, $0 / 10) }
    #expect(search.firstFailure == 50 && search.lastPass == 49)
    #expect(BisectSearch.Tally(unjudged: 3).fails == nil)
  }

  @Test func aSecondThresholdIsNoticed() {
    let (search, _) = search(101, most: 5) { (30..<60).contains($0) ? 10 : 0 }
    #expect(search.laterPass == nil || search.firstFailure == 30)
    var seen = BisectSearch(count: 5)
    for (place, failed) in [(0, 0), (1, 10), (2, 10), (3, 0), (4, 10)] {
      seen.note(.init(failed: failed, passed: 10 - failed), at: place)
    }
    #expect(seen.firstFailure == 1 && seen.laterPass == 3 && seen.next(3).isEmpty)
  }

  @Test func valuesWithoutVerdictsEndTheSearch() {
    var search = BisectSearch(count: 11)
    for place in search.next(3) { search.note(.init(unjudged: 3), at: place) }
    #expect(search.next(3).isEmpty && search.firstFailure == nil && search.lastPass == nil)
  }

  /// Compared with the interval that statsmodels' proportion_confint(method="wilson") gives.
  @Test(arguments: [(0, 10, 0...28), (6, 10, 31...83), (10, 10, 72...100), (2, 3, 21...94)])
  func theConfidenceIsWilsons(failed: Int, judged: Int, interval: ClosedRange<Int>) {
    #expect(BisectSearch.Tally(failed: failed, passed: judged - failed).confidence == interval)
  }

  @Test(arguments: [
    (BisectQuantity.loss, "11.5 %", 11.5, "11.5 % loss", "x.loss-11.5", "{ loss: 11.5 % }"),
    (.rtt, "2300 ms", 2.3, "2.3 s RTT", "x.rtt-2.3s", "{ delay: 1150 ms }"),
    (.delay, "50ms", 0.05, "0.05 s delay", "x.delay-0.05s", "{ delay: 50 ms }"),
    (.rate, "1.5 Mbps", 1_500_000, "1.5 Mbps and less", "x.rate-1.5mbps", "{ bandwidth: 1500 kbps }"),
    (.stall, "1 s", 1, "a stall of 1 s", "x.stall-1s", "Clean"),
  ])
  func valuesAreConditions(
    quantity: BisectQuantity, text: String, value: Double, phrase: String, id: String, profile: String
  ) throws {
    #expect(quantity.value(of: text) == value && quantity.phrase(value) == phrase)
    let base = SuiteEntry(Scenario(id: "x", requests: [], trigger: .connected, expectations: []), nil)
    let entry = quantity.entry(base, at: value)
    #expect(entry.scenario.id == id && entry.conditions?.profile == profile && Scenario.isID(id))
    #expect(quantity.entry(base, at: 0).conditions == ScenarioConditions(profile: "Clean"))
  }

  @Test func valuesWithoutAUnitAreRefused() {
    for text in ["", "5", "%", "5 ms", "-1 %", "1e3 %", "5 %%"] {
      #expect(BisectQuantity.loss.value(of: text) == nil, "\(text)")
    }
  }

  @Test func scalesGoFromMildToHarsh() throws {
    let loss = try #require(BisectScale(.loss, from: 0, to: 1, precision: 0.5))
    #expect(loss.values == [0, 0.5, 1])
    let times = try #require(BisectScale(.rtt, from: 1, to: 2, precision: 0.1))
    #expect(times.values.count == 11 && times.values.last == 2)
    let rates = try #require(BisectScale(.rate, from: 100_000, to: 50_000, precision: 20))
    #expect(rates.values.map { Int($0.rounded()) } == [100_000, 80_000, 64_000, 51_200, 50_000])
    #expect(BisectScale(.loss, from: 5, to: 101, precision: 1) == nil)
    #expect(BisectScale(.rtt, from: 2, to: 1, precision: 0.1) == nil)
    #expect(BisectScale(.rate, from: 50_000, to: 100_000, precision: 5) == nil)
    #expect(BisectScale(.rtt, from: 0, to: 1, precision: 0) == nil)
    for quantity in BisectQuantity.allCases {
      let usual = BisectScale.usual(quantity, deadline: 5)
      #expect(BisectScale(quantity, from: usual.from, to: usual.to, precision: usual.precision) != nil)
    }
  }
}
