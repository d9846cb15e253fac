import Foundation
import LinkConditions
import Testing

struct DelayTableTests {
  /// The computed table matches the one that users of the kernel have, to a hundredth of a deviation.
  @Test func normalIsTheUsualTable() throws {
    let file = KernelRecording.directory.appending(path: "normal-table.json")
    let usual = try JSONDecoder().decode([Int].self, from: Data(contentsOf: file)).sorted()
    let table = try #require(DelayTable.named("normal"))
    #expect(table.entries.count == usual.count)
    let errors = zip(table.entries, usual).map { abs(Int($0) - $1) }
    // The ends of a distribution are steep, so the last eight entries on either side are compared only by their sum.
    #expect((errors.dropFirst(8).dropLast(8).max() ?? .max) < 82, "\(errors.max() ?? 0)")
  }

  @Test(arguments: ["normal", "pareto", "paretonormal"])
  func tablesHaveTheirMeanAtTheDelay(name: String) throws {
    let table = try #require(DelayTable.named(name))
    let mean = table.entries.reduce(0.0) { $0 + Double($1) } / Double(table.entries.count)
    #expect(abs(mean) < 300)
    #expect(table.entries == table.entries.sorted())
  }

  /// A Kolmogorov-Smirnov test at 1 % over 10,000 packets, against the normal distribution itself.
  @Test func jitterIsNormal() throws {
    var conditions = DirectionConditions(delay: .milliseconds(100), jitter: .milliseconds(10))
    conditions.distribution = .table(try #require(DelayTable.named("normal")))
    var link = VirtualTime(conditions, seed: 5)
    let count = 10_000
    for number in 0..<count { link.send(100, at: Int64(number) * 1_000_000) }
    link.run()
    let delays = link.departures.map { Double(($0.due - $0.admitted).nanoseconds) / 1e6 }.sorted()
    var distance = 0.0
    for (rank, delay) in delays.enumerated() {
      let expected = 0.5 * erfc(-(delay - 100) / 10 / 2.0.squareRoot())
      distance = max(
        distance, abs(expected - Double(rank) / Double(count)), abs(expected - Double(rank + 1) / Double(count)))
    }
    #expect(distance < 1.628 / Double(count).squareRoot())
  }
}
