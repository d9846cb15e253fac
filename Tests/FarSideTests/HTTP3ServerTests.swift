import HTTP3
import Synchronization
import TestSupport
import Testing

@testable import FarSide

/// The server of HTTP/3, as a client of others (aioquic) sees it.
@Suite(.waiting) struct HTTP3ServerTests {
  private static func plan(_ script: HTTP3Script, certificate: ServedCertificate = .good) -> FarSidePlan {
    let tcp = ServerScript(acts: .requests([[.respond(ScriptedResponse(status: 505))]]))
    return FarSidePlan(https: SecureScript(script: tcp, certificate: certificate, http3: script))
  }

  private static func body(_ text: String, status: Int = 200) -> ServerStep {
    .respond(ScriptedResponse(status: status, body: .bytes(Array(text.utf8))))
  }

  private func ask(_ script: HTTP3Script, _ steps: String) throws -> String {
    var told = ""
    try LoopbackFarSide.with(Self.plan(script)) { far throws in told = try HTTP3Client.ask(far, steps) }
    return told
  }

  @Test func theDemoServiceAnswers() throws {
    try LoopbackFarSide.with(Self.plan(HTTP3Script())) { far throws in
      let told = try HTTP3Client.ask(far, "/bytes/3000000 /status/404 POST:200000/upload /delay/0.1")
      #expect(told == "200 3000000\n404 14\n200 16\n200 12\n")
      #expect(
        far.events.contains(
          #"{"transport":"quic","event":"request","stream":0,"method":"GET","target":"/bytes/3000000"}"#)
          || far.events.contains(
            #""event":"request","transport":"quic","stream":0,"method":"GET","target":"/bytes/3000000"}"#),
        "\(far.events)")
      #expect(far.events.contains(#""stream":8,"bytes":200000}"#), "\(far.events)")
    }
  }

  @Test func aResponseComesAsItIsScripted() throws {
    let response = ScriptedResponse(
      headers: [ScriptedResponse.Header("X-Word", "seven")], body: .filler(count: 200_000),
      pace: ScriptedResponse.Pace(bytes: 50_000, interval: 1_000_000),
      trailers: [ScriptedResponse.Header("X-End", "yes")],
      headFiller: 9000)
    let told = try ask(HTTP3Script(acts: .requests([[.http3(.interim(status: 103)), .respond(response)]])), "/a")
    #expect(
      told.hasPrefix("103 200 x-word=seven x-filler-0=") && told.hasSuffix(" x-end=yes 200000\n"), "\(told.prefix(99))")
  }

  @Test func scriptsEndStreamsAndConnections() throws {
    let short = ServerStep.respond(ScriptedResponse(body: .filler(count: 9000), stopsAfter: 4000))
    #expect(
      try ask(
        HTTP3Script(acts: .requests([[short, .http3(.resetStream(.internalError))], [Self.body("yes")]])), "/a /b")
        == "200 reset 0x102\n200 3\n")
    #expect(
      try ask(HTTP3Script(acts: .requests([[short, .http3(.abort(.excessiveLoad))]])), "/a")
        == "200 closed 0x107\n")
    #expect(try ask(HTTP3Script(acts: .requests([[short, .close]])), "/a") == "200 closed 0x100\n")
    // A connection that the server has forgotten is answered with a stateless reset, or not at all.
    let first = [ServerStep.readRequest, Self.body("a"), .readRequest, .reset]
    let forgotten = try ask(
      HTTP3Script(acts: .connections([first, [.readRequest, Self.body("yes")]])), "/a /b new /c")
    #expect(forgotten.hasPrefix("200 1\nforgotten\n") && forgotten.hasSuffix("200 3\n"), "\(forgotten)")
    let silent = HTTP3Script(acts: .connections([[.readRequest, Self.body("a"), .cut]]))
    let unanswered = try ask(silent, "/a /b")
    #expect(unanswered.hasPrefix("200 1\n"), "\(unanswered)")
  }

  @Test func aRetryIsAskedForAndItsTokenTaken() throws {
    #expect(try ask(HTTP3Script(asksForRetry: true), "/bytes/5") == "200 5\n")
  }

  @Test func versionsAreOffered() throws {
    let told = try ask(HTTP3Script(versions: [0x1a2a_3a4a]), "/bytes/5")
    #expect(told.contains("failed ConnectionError"), "\(told)")
  }

  @Test func earlyDataIsTakenOrRefused() throws {
    #expect(try ask(HTTP3Script(), "/bytes/5 0.2 new /bytes/6") == "200 5\nearly True\n200 6\n")
    #expect(try ask(HTTP3Script(takesEarlyData: false), "/bytes/5 0.2 new /bytes/6") == "200 5\nearly False\n200 6\n")
  }

  @Test func aClientMayComeFromAnotherPort() throws {
    #expect(try ask(HTTP3Script(), "/bytes/5 port /bytes/300000") == "200 5\n200 300000\n")
  }

  @Test func whereNothingAnswersNothingIsToBeHad() throws {
    #expect(try ask(HTTP3Script(listening: .refuse), "/a").hasPrefix("failed"))
    #expect(try ask(HTTP3Script(idleTimeout: 500_000_000), "/bytes/5 1.5 /bytes/6").hasPrefix("200 5\n"))
  }

  @Test func aCertificateOfNobodyIsRefused() throws {
    try LoopbackFarSide.with(Self.plan(HTTP3Script(), certificate: .unknownAuthority)) { far throws in
      let told = try HTTP3Client.ask(far, "/bytes/5")
      #expect(told.contains("failed ConnectionError"), "\(told)")
      #expect(far.comeToSee("handshake-failed"), "\(far.events)")
    }
  }
}
