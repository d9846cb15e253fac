import Testing

@testable import LinkConditions

/// Background traffic: what is asked for, and that the flows add up to it.
struct LoadRequestTests {
  @Test(arguments: ["80 %", "5 % bulk", "50 % web down", "100 % up"]) func aRequestIsReadAndWritten(text: String) throws
  {
    #expect(try #require(LoadRequest(parsing: text)).description == text)
  }

  @Test(arguments: ["", "80", "0 %", "101 %", "80 % fast", "80 % up down", "80 % web bulk", "% 80", "nan %", "-5 %"])
  func otherTextIsRefused(text: String) {
    #expect(LoadRequest(parsing: text) == nil)
  }

  /// 80 % with headers, half of it by web users.
  @Test func flowsAddUp() throws {
    let flows = LoadRequest(share: 0.8).flows(on: .megabits(10), seed: 1)
    let bulk = flows.compactMap { if case .bulk(let rate) = $0 { rate } else { nil } }
    let users = flows.compactMap { if case .web(let user) = $0 { user } else { nil } }
    #expect(bulk.count == 1 && abs(bulk[0] / LoadRequest.payloadShare - 4_000_000) < 1)
    #expect(users.count == WebUser.number)
  }

  /// In the long run a user transfers the rate; sizes are heavy-tailed, gaps exponential, and a seed repeats them.
  @Test func aWebUserKeepsTheRate() {
    var user = WebUser(bitsPerSecond: 1_000_000, seed: 7)
    var twin = WebUser(bitsPerSecond: 1_000_000, seed: 7)
    var other = WebUser(bitsPerSecond: 1_000_000, seed: 8)
    let transfers = (0..<50_000).map { _ in user.transfer() }
    #expect((0..<100).allSatisfy { twin.transfer() == transfers[$0] })
    #expect(!(0..<100).allSatisfy { other.transfer() == transfers[$0] })
    let bits = Double(transfers.map(\.bytes).reduce(0, +)) * 8
    let rate = bits / (transfers[49_999].start - transfers[0].start)
    #expect(abs(rate - 1_000_000) < 50_000, "\(rate)")
    let sizes = transfers.map(\.bytes).sorted()
    #expect(sizes[0] >= 4_096 && sizes[49_999] <= 1_048_576)
    // A Pareto distribution with the exponent 1.2: half is below 1.78 times the least, one in a hundred above 46 times.
    #expect(abs(Double(sizes[25_000]) / 4_096 - 1.78) < 0.05, "\(sizes[25_000])")
    #expect(sizes[49_500] > 30 * 4_096, "\(sizes[49_500])")
    let gaps = zip(transfers.dropFirst(), transfers).map { $0.start - $1.start }
    let mean = gaps.reduce(0, +) / Double(gaps.count)
    // As many as e to the -1 are longer than the mean.
    #expect(abs(Double(gaps.count { $0 > mean }) / Double(gaps.count) - 0.368) < 0.01)
  }
}
