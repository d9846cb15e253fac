internal import VirtualLink

/// The scenarios that every client is put through.
public enum StandardSuite {
  public static let scenarios: [Scenario] = [connectBlackHole, dnsTimeout, headDownlinkLoss, slowThenBlackHole]

  private static let search = "http://search.example/search.json?rpp=100&q=apple"
  private static let inTime: [Expectation] = [
    .must(.reportsFailure), .must(.givesUpByDeadline), .must(.startsNothingAfterDeadline),
  ]

  static let connectBlackHole = Scenario(
    id: "connect.blackhole",
    summary: "nothing comes back from the server: no SYN is answered",
    rationale: """
      A client's deadline covers connecting. The system's own limit is minutes (RFC 9293 section 3.8.3, R2: at least \
      3 minutes for a SYN), which no person waits for.
      """,
    profile: "Black Hole",
    // An address and not a name: the answer to a DNS query would be lost as well.
    url: "http://\(LinkAddresses().gateway4)/search.json?rpp=100&q=apple",
    trigger: .connectionAttempted,
    expectations: inTime)

  static let dnsTimeout = Scenario(
    id: "dns.timeout",
    summary: "the name server never answers",
    rationale: """
      A total deadline covers name resolution too. Resolvers give up after 5 s a try by default and try more than once \
      (resolv.conf(5), timeout and attempts), often in a call that cannot be interrupted.
      """,
    url: "http://silent.test/search.json?rpp=100&q=apple",
    trigger: .nameAsked,
    expectations: inTime + [.must(.opensNothing)])

  static let headDownlinkLoss = Scenario(
    id: "head.downlink-loss",
    summary: "the request goes out, and nothing comes back from then on",
    rationale: """
      No FIN and no RST tells the client that the server is out of reach; only a timer of its own does \
      (RFC 9112 section 9.5). What it gives up it must close, or the connection and the server's work live on.
      """,
    timeline: ["Black Hole when request-sent"],
    url: search,
    trigger: .requestSent,
    expectations: inTime + [.should(.closesConnections)])

  static let slowThenBlackHole = Scenario(
    id: "link.slow-then-black-hole",
    summary: "a slow link loses all that comes back once the response has started",
    rationale: """
      A response that has started is no promise that it ends. A timer that stops with the first byte leaves the person \
      waiting; part of a body is never the whole of it (RFC 9112 section 8).
      """,
    profile: "Slow Net",
    timeline: ["Black Hole when response-started"],
    // More than a server sends before the first acknowledgment (RFC 6928: 14,600 bytes): what is on the link already arrives.
    url: "http://search.example/bytes/40000",
    trigger: .responseStarted,
    expectations: inTime + [.should(.closesConnections)])
}
