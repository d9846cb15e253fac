import Glibc
import HeadwindTesting
import Testing

/// What people write in their own tests. These run on a link only, which `LinkTraitTests` makes for them.
@Suite(.enabled(if: Link.isAvailable, "needs a link: headwind run --private -- swift test"))
struct OnALinkTests {
  private static let url = "http://search.example/status/200"
  private static let search = "http://search.example/search.json?rpp=100&q=apple"

  /// The status of a request by the real curl, which has to answer within so many seconds.
  private func curl(_ url: String = url, within seconds: Double) -> CInt {
    (system("curl -4 -sS --noproxy '*' --max-time \(seconds) -o /dev/null '\(url)' 2>/dev/null") >> 8) & 0xff
  }

  @Test(.link("100% Loss")) func nothingGetsThrough() throws {
    let link = try Link.current
    #expect(try link.profile == "100% Loss")
    #expect(curl(within: 1) == 28)
    // What the client sends is seen though it is lost, and nothing is made of it.
    #expect(link.traffic.sentPackets > 0)
    #expect(link.traffic.receivedPackets == 0)
    #expect(link.connections.isEmpty)
    #expect(link.exchanges.isEmpty)
  }

  @Test(.link("High Latency DNS")) func aTestSwitchesCutsAndHeals() throws {
    let link = try Link.current
    #expect(try link.profile == "High Latency DNS")
    #expect(curl(within: 30) == 0)
    try link.cut()
    #expect(curl(within: 1) == 28)
    try link.heal()
    #expect(curl(within: 30) == 0)
    try link.switch(to: "WiFi")
    #expect(try link.profile == "Wi-Fi")
    #expect(throws: LinkError.self) { try link.switch(to: "No Such Net") }
    // Left cut on purpose: the next test must not find it so.
    try link.cut()
  }

  @Test(.link("Slow Net"), arguments: 1...3) func eachCaseHasTheProfile(_ number: Int) throws {
    #expect(try Link.current.profile == "Slow Net")
    #expect(try !Link.current.isCut)
    try Link.current.switch(to: "Wi-Fi")
  }

  @Test(.link("Slow Net"), .link("Black Hole", when: .responseStarted)) func theSecondProfileWaitsForTheResponse()
    throws
  {
    let link = try Link.current
    #expect(try link.profile == "Slow Net")
    #expect(curl(Self.search, within: 3) == 28)
    #expect(try link.profile == "Black Hole")
    #expect(link.sees(.responseStarted, within: .zero))
    #expect(link.connections.allClosed(within: .seconds(1)))
    #expect(link.connections.count == 1)
    #expect(link.connections.syns == 1)
    let exchange = try #require(link.exchanges.first)
    #expect(exchange.method == "GET" && exchange.target == "/search.json?rpp=100&q=apple")
    #expect(exchange.status == 200 && exchange.outcome == "abandoned")
    #expect(try #require(exchange.responseStarted) > #require(exchange.requestSent))
    #expect(link.connections.first?.clientEnding == .fin)
    #expect(link.connections.first?.serverEnding == nil)
    #expect(link.timeline.contains { $0.contains("Black Hole, when response-started") })
    #expect(try #require(link.traffic.firstPacket) <= #require(link.traffic.lastPacket))
  }

  @Test(.link("Wi-Fi"), .link("link-down", when: .http("GET /status*"), for: .milliseconds(300)))
  func theCarrierGoesAndComes() throws {
    #expect(curl(within: 20) == 0)
    let timeline = try Link.current.timeline
    #expect(
      timeline.contains { $0.contains("link-down") } && timeline.contains { $0.contains("link-up") }, "\(timeline)")
  }

  @Test(.link("Wi-Fi")) func aConnectionLeftOpenIsNotClosed() throws {
    let link = try Link.current
    let client = try #require(popen("exec bash -c 'exec 3<>/dev/tcp/10.83.0.1/80; echo; exec cat >/dev/null'", "we"))
    #expect(link.sees(.syn, within: .seconds(10)))
    #expect(!link.connections.allClosed(within: .milliseconds(200)))
    #expect(link.connections.open.count == 1, "\(link.connections)")
    pclose(client)
    #expect(link.connections.allClosed(within: .seconds(10)))
    #expect(link.connections.first?.sentBytes == 0)
  }

  @Test(.link("Wi-Fi")) func connectionsOfAnEarlierTestDoNotCount() throws {
    let link = try Link.current
    #expect(link.connections.isEmpty, "\(link.connections)")
    #expect(link.exchanges.isEmpty)
    #expect(curl(within: 20) == 0)
    #expect(link.exchanges.map(\.status) == [200])
    #expect(link.exchanges.first?.isComplete == true)
  }

  @Test(.link("Wi-Fi")) func exchangesWithinTLSAreSeen() throws {
    let link = try Link.current
    #expect(curl("https://search.example/status/203", within: 20) == 0)
    let exchange = try #require(link.exchanges.first)
    #expect(exchange.url == "https://search.example/status/203" && exchange.status == 203 && exchange.isComplete)
    #expect(exchange.version == "HTTP/2" && exchange.tls == "TLS 1.3" && exchange.http2Stream == 1)
    #expect(link.sees(.http("GET /status/*"), within: .seconds(1)))
  }

  @Test(.link("Wi-Fi")) func blockingDoesNotStopTheClient() async throws {
    let link = try Link.current
    // More waits at once than the machine has cores, and what they wait for comes from a task.
    async let done = curl(within: 20)
    let seen = await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { link.sees(.responseStarted, within: .seconds(20)) } }
      return await group.reduce(true) { $0 && $1 }
    }
    #expect(seen)
    #expect(await done == 0)
  }
}

/// Failures on purpose, whose evidence `LinkTraitTests` looks at. They run in a process of their own.
@Suite(.enabled(if: getenv("HEADWIND_FAILING_TESTS") != nil, "fail on purpose"))
struct FailingOnALinkTests {
  struct Trouble: Error {}

  @Test(.link("Wi-Fi")) func failsAnExpectation() throws {
    _ = system("curl -4 -sS --noproxy '*' -o /dev/null http://search.example/status/418")
    #expect(try Link.current.exchanges.isEmpty)
  }

  @Test(.link("Wi-Fi")) func throwsAnError() throws {
    throw Trouble()
  }

  @Test(.link("Wi-Fi")) func isKnownToFail() {
    withKnownIssue { #expect(Bool(false)) }
  }

  @Test(.link("No Such Net")) func asksForAnUnknownProfile() {}
}
