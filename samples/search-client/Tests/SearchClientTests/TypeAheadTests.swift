import Foundation
import HeadwindTesting
import SearchClient
import Testing

/// What a search field does on a bad network, as the wire shows it.
///
///     swift build --build-tests
///     headwind run -- swift test --skip-build
///
/// With SEARCH_CLIENT_BUG=1 the client with the bug is tested, and these tests fail.
struct TypeAheadTests {
  private let search: any TypeAhead

  init() {
    let service = SearchService()
    let hasBug = ProcessInfo.processInfo.environment["SEARCH_CLIENT_BUG"] != nil
    search = hasBug ? ForgetfulTypeAhead(service) : CancellingTypeAhead(service)
  }

  @Test(.link("Wi-Fi")) func findsWhatIsTyped() async throws {
    let link = try Link.current
    #expect(try await search.type("apple")?.count == 100)
    #expect(link.exchanges.map(\.target) == ["/search.json?rpp=100&q=apple"])
    #expect(link.exchanges.first?.isComplete == true)
  }

  @Test(.link("Slow Net")) func clearingTheFieldEndsTheSearch() async throws {
    let link = try Link.current
    async let apple = search.type("apple")
    #expect(link.sees(.responseStarted, within: .seconds(20)))
    await search.clear()
    #expect(link.connections.allClosed(within: .seconds(1)))
    #expect(try await apple == nil)
  }

  @Test(.link("Slow Net"), .link("Black Hole", when: .responseStarted))
  func clearingTheFieldEndsTheSearchThoughTheNetworkIsGone() async throws {
    let link = try Link.current
    async let apple = search.type("apple")
    #expect(link.sees(.responseStarted, within: .seconds(20)))
    await search.clear()
    // Nothing is heard of the server any more: only the client itself can end this.
    #expect(link.connections.allClosed(within: .seconds(1)))
    #expect(link.exchanges.allSatisfy { $0.outcome == "abandoned" })
    _ = try? await apple
  }

  @Test(.link("Edge")) func theSearchThatCountsDoesNotWaitBehindTheOthers() async throws {
    let link = try Link.current
    async let apple = search.type("apple")
    #expect(link.sees(.responseStarted, within: .seconds(20)))
    let pear = try await search.type("pear")
    #expect(pear?.count == 100)
    // The one before was given up with most of it on the way, and did not take the bandwidth.
    let first = try #require(link.exchanges.first { $0.target?.hasSuffix("q=apple") == true })
    #expect(first.outcome == "abandoned")
    #expect(try #require(first.responseBytes) < 40_000)
    _ = try? await apple
  }
}
