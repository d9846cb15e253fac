import Glibc
import HeadwindTesting
import Testing

/// What people write in their own tests. These run on a link only, which `LinkTraitTests` makes for them.
@Suite(.enabled(if: getenv("HEADWIND_CONTROL") != nil, "needs a link: headwind run --private -- swift test"))
struct OnALinkTests {
  private static let url = "http://search.example/status/200"

  /// The status of a request by the real curl, which has to answer within so many seconds.
  private func curl(within seconds: Int) -> CInt {
    (system("curl -sS --noproxy '*' --max-time \(seconds) -o /dev/null \(Self.url) 2>/dev/null") >> 8) & 0xff
  }

  @Test(.link("100% Loss")) func nothingGetsThrough() throws {
    #expect(try Link.current.profile == "100% Loss")
    #expect(curl(within: 1) == 28)
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
}
