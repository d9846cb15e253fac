import TestSupport
import Testing

@testable import FarSide

/// Responses that are sent in steps, as curl and nghttp see them.
@Suite(.waiting) struct StreamScriptTests {
  private static func event(_ text: String) -> ServerStep {
    .stream(.body(EventStreamParts.event(data: text), opening: EventStreamParts.response))
  }

  private static let end = ServerStep.stream(.end(trailers: [], opening: ScriptedResponse(framing: .chunked)))

  @Test func anEventHasItsFields() {
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    #expect(
      text(EventStreamParts.event(type: "price", data: "1\n2", id: "7", retry: 2000, comment: "hello"))
        == ": hello\nretry: 2000\nid: 7\nevent: price\ndata: 1\ndata: 2\n\n")
    #expect(text(EventStreamParts.event(data: "one")) == "data: one\n\n")
    #expect(text(EventStreamParts.event(comment: "alive")) == ": alive\n\n")
  }

  /// The head goes with the first event; each event is a chunk; the connection is used again.
  @Test func anEventStreamComesInSteps() throws {
    let script = ServerScript(
      acts: .requests([[Self.event("one"), .wait(nanoseconds: 1000), Self.event("two"), Self.end]]))
    try LoopbackFarSide.with(FarSidePlan(http: script)) { far throws in
      let output = try far.curl("-i --raw", "/a").output
      #expect(
        output.replacing("\r\n", with: "\n").contains(
          "200 OK\nContent-Type: text/event-stream\nCache-Control: no-store\nTransfer-Encoding: chunked\n\n"
            + "b\ndata: one\n\n\nb\ndata: two\n\n\n0\n\n"), "\(output)")
      let twice = try far.curl("-w '%{num_connects} ' http://127.0.0.1:\(far.httpPort)/b", "/a").output
      #expect(twice.hasSuffix("data: one\n\ndata: two\n\n0 "), "\(twice)")
    }
  }

  @Test func aStartedResponseHasTheHeadThatItIsGiven() throws {
    let start = ScriptedResponse(status: 203, headers: [ScriptedResponse.Header("X-Word", "seven")], framing: .close)
    let script = ServerScript(
      acts: .connections([[.readRequest, .stream(.start(start)), Self.event("one"), Self.end, .close]]))
    try LoopbackFarSide.with(FarSidePlan(http: script)) { far throws in
      let output = try far.curl("-i", "/a").output.replacing("\r\n", with: "\n")
      #expect(output.hasPrefix("HTTP/1.1 203 "), "\(output)")
      #expect(output.hasSuffix("X-Word: seven\nConnection: close\n\ndata: one\n\n"), "\(output)")
    }
  }

  /// Two calls: one with a message and trailers, one of trailers only.
  @Test func aCallHasMessagesAndTrailers() throws {
    let trailers = GRPCParts.trailers(status: 14, details: "50 % größer")
    let end = ServerStep.stream(.end(trailers: trailers, opening: GRPCParts.response))
    let message = ServerStep.stream(.body(GRPCParts.message([65, 66]), opening: GRPCParts.response))
    let script = HTTP2Script(acts: .requests([[message, end], [end]]))
    let plan = FarSidePlan(http: ServerScript(acts: .requests([[.stall]]), http2: script))
    try LoopbackFarSide.with(plan) { far throws in
      for lines in [["DATA", "grpc-status: 14"], ["grpc-status: 14"]] {
        let told = try Shell.run(
          "nghttp -nv -t 4 http://127.0.0.1:\(far.httpPort)/a 2>&1", tools: ["nghttp": "nghttp2-client"]
        ).output
        #expect(told.contains("content-type: application/grpc"), "\(told)")
        #expect(told.contains("grpc-message: 50 %25 gr%C3%B6%C3%9Fer"), "\(told)")
        #expect(told.contains("recv DATA frame <length=7") == lines.contains("DATA"), "\(told)")
        for line in lines.dropFirst(lines.count - 1) { #expect(told.contains(line), "\(told)") }
      }
    }
  }
}
