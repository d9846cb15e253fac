import LinkConditions
import Testing

@testable import VirtualLink

/// How questions about packets are read.
struct ObservationRequestTests {
  private func words(_ line: String) throws -> String? {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    return try ObservationRequest(words[0], words.count > 1 ? words[1] : "").map { "\($0)" }
  }

  @Test(arguments: [
    ("mark since within", #"mark("since within")"#),
    ("connections", "connections(since: VirtualLink.ObservationRequest.Start.beginning)"),
    ("exchanges since 3", #"exchanges(since: VirtualLink.ObservationRequest.Start.mark("3"))"#),
    ("traffic since my test", #"traffic(since: VirtualLink.ObservationRequest.Start.mark("my test"))"#),
    (
      "capture /tmp/since then/a b.pcapng since 3",
      #"capture(path: "/tmp/since then/a b.pcapng", side: VirtualLink.ObservationRequest.Side.client, since: VirtualLink.ObservationRequest.Start.mark("3"))"#
    ),
    (
      "capture both /tmp/a.pcapng",
      #"capture(path: "/tmp/a.pcapng", side: VirtualLink.ObservationRequest.Side.both, since: VirtualLink.ObservationRequest.Start.beginning)"#
    ),
    (
      "capture server since 3",
      #"capture(path: "", side: VirtualLink.ObservationRequest.Side.server, since: VirtualLink.ObservationRequest.Start.mark("3"))"#
    ),
    ("status", "nil"),
  ])
  func readsWhatIsAsked(_ line: String, _ request: String) throws {
    #expect(try words(line) ?? "nil" == request)
  }

  @Test func readsWhatIsWaitedFor() throws {
    for line in ["wait when 4 KB down since 2 within 1.5 s", "wait 4 KB down within 1.5 s since 2"] {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard case .wait(.trigger(let trigger), .mark("2")?, let within)? = try ObservationRequest(words[0], words[1])
      else {
        Issue.record("not read: \(line)")
        continue
      }
      #expect(trigger == .bytes(4000, .downlink) || trigger == .bytes(4096, .downlink))
      #expect(within == .milliseconds(1500))
    }
    guard case .wait(.closed, nil, .milliseconds(10_000))? = try ObservationRequest("wait", "closed") else {
      Issue.record("'wait closed' is not read")
      return
    }
  }

  @Test(arguments: [
    "wait", "wait within 1 s", "wait reply", "wait syn within", "wait syn within soon", "wait syn within 500000 s",
    "wait syn within -1 s",
    "capture here.pcapng", "connections open", "connections within 1 s",
    "wait syn since 1 since 2 within 3 s within 4 s",
  ])
  func refusesTheRest(_ line: String) {
    #expect(throws: (any Error).self) { try words(line) }
  }
}
