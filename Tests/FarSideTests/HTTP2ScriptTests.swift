import HTTP2
import TestSupport
import Testing

@testable import FarSide

/// Scripts over HTTP/2, as clients of others see them.
@Suite(.waiting) struct HTTP2ScriptTests {
  private static func plan(_ script: HTTP2Script) -> FarSidePlan {
    let server = ServerScript(acts: .requests([[.respond(ScriptedResponse(status: 505))]]), http2: script)
    return FarSidePlan(http: server, https: SecureScript(script: server))
  }

  private static func body(_ text: String, status: Int = 200) -> ServerStep {
    .respond(ScriptedResponse(status: status, body: .bytes(Array(text.utf8))))
  }

  /// What nghttp tells of the frames of the server, with `-v`.
  private func frames(_ words: String = "", of far: LoopbackFarSide) throws -> String {
    try Shell.run(
      "nghttp -nv -t 4 \(words) http://127.0.0.1:\(far.httpPort)/a 2>&1", tools: ["nghttp": "nghttp2-client"]
    )
    .output
  }

  @Test func aResponseComesAsItIsScripted() throws {
    let response = ScriptedResponse(
      headers: [ScriptedResponse.Header("X-Word", "seven")], body: .filler(count: 200_000),
      pace: ScriptedResponse.Pace(bytes: 50_000, interval: 1_000_000))
    try LoopbackFarSide.with(Self.plan(HTTP2Script(acts: .requests([[.respond(response)]])))) { far throws in
      let format = "-o /dev/null -w '%{http_version} %{response_code} %{size_download} %header{x-word}'"
      #expect(try far.curl("--http2-prior-knowledge \(format)", "/a").output == "2 200 200000 seven")
      #expect(try far.secureCurl(format, "/a").output == "2 200 200000 seven")
      #expect(try far.secureCurl("--http1.1 \(format)", "/a").output == "1.1 505 0 ")
      #expect(far.events.contains(#"{"event":"request","stream":1,"method":"GET","target":"/a"}"#), "\(far.events)")
    }
  }

  @Test func headsLongerThanAFrameAndTrailersAreRead() throws {
    let response = ScriptedResponse(
      body: .bytes([65]), framing: .chunked, trailers: [ScriptedResponse.Header("X-End", "yes")], headFiller: 40_000)
    try LoopbackFarSide.with(Self.plan(HTTP2Script(acts: .requests([[.respond(response)]])))) { far throws in
      let told = try frames(of: far)
      #expect(
        told.contains("x-filler-9: ") && told.contains("x-end: yes") && !told.contains("content-length"), "\(told)")
    }
  }

  /// The client may leave at the frame that ends its request, so each such frame is the last one of a script.
  @Test(arguments: [
    (ServerStep.http2(.goaway(last: .before, .enhanceYourCalm)), "error_code=ENHANCE_YOUR_CALM(0x0b)"),
    (.http2(.resetStream(.refusedStream)), "(error_code=REFUSED_STREAM(0x07))"),
  ])
  func framesAreSentAsTheyAreScripted(_ last: ServerStep, _ shown: String) throws {
    let script = HTTP2Script(
      acts: .connections([
        [
          .readRequest, .http2(.ping), .http2(.interim(status: 103)), .http2(.openWindow(bytes: 77)), last, .close,
        ]
      ]), settings: [.init(.maxConcurrentStreams, 3)], acknowledgesSettings: false)
    try LoopbackFarSide.with(Self.plan(script)) { far throws in
      let told = try frames(of: far)
      for words in [
        "[SETTINGS_MAX_CONCURRENT_STREAMS(0x03):3]", "recv PING frame", "send PING frame", ":status: 103",
        "(window_size_increment=77)", shown,
      ] {
        #expect(told.contains(words), "\(words)\n\(told)")
      }
      #expect(!told.contains("recv SETTINGS frame <length=0, flags=0x01"), "\(told)")
    }
  }

  /// One stream stalls, and the others are answered beside it.
  @Test func streamsDoNotWaitForEachOther() throws {
    let script = HTTP2Script(acts: .requests([[.stall], [Self.body("yes")]]))
    try LoopbackFarSide.with(Self.plan(script)) { far throws in
      let told = try frames("http://127.0.0.1:\(far.httpPort)/b http://127.0.0.1:\(far.httpPort)/c", of: far)
      #expect(told.components(of: ":status: 200") == 2, "\(told)")
    }
  }

  @Test func streamsBeyondTheLimitAreRefused() throws {
    let script = HTTP2Script(
      acts: .requests([[.wait(nanoseconds: 200_000_000), Self.body("yes")]]),
      settings: [.init(.maxConcurrentStreams, 1)])
    try LoopbackFarSide.with(Self.plan(script)) { far throws in
      // A client that has not read the settings yet, and sends three requests at once.
      let result = try Shell.run(
        """
        cat >$folder/ask.py <<'END'
        import h2.connection, h2.config, h2.events, socket
        protocol = h2.connection.H2Connection(h2.config.H2Configuration())
        protocol.initiate_connection()
        for number in (1, 3, 5):
          head = [(":method", "GET"), (":scheme", "http"), (":authority", "a"), (":path", "/")]
          protocol.send_headers(number, head, end_stream=True)
        told = []
        with socket.create_connection(("127.0.0.1", \(far.httpPort)), timeout=20) as connection:
          connection.sendall(protocol.data_to_send())
          while len(told) < 3:
            for event in protocol.receive_data(connection.recv(65536)):
              if isinstance(event, h2.events.StreamReset): told.append((event.stream_id, int(event.error_code)))
              if isinstance(event, h2.events.StreamEnded): told.append((event.stream_id, "ended"))
        print(told)
        END
        /usr/bin/python3 $folder/ask.py
        """)
      #expect(result.output == "[(3, 7), (5, 7), (1, 'ended')]\n", "\(result.everything)")
    }
  }

  /// An upload gets through in the portions that the script allows.
  @Test func windowsOpenByStepsAlone() throws {
    let script = HTTP2Script(
      acts: .connections([[.readHead, .http2(.dripWindow(bytes: 3000, interval: 5_000_000)), Self.body("whole")]]),
      settings: [.init(.initialWindowSize, 0)], opensWindows: false)
    try LoopbackFarSide.with(Self.plan(script)) { far throws in
      let result = try Shell.run(
        """
        head -c 20000 /dev/zero >$folder/body
        curl -sS --noproxy '*' --max-time 20 --http2-prior-knowledge --data-binary @$folder/body \
          http://127.0.0.1:\(far.httpPort)/upload
        """, tools: ["curl": "curl"])
      #expect(result.output == "whole", "\(result.everything)")
      #expect(far.comeToSee(#"{"event":"request-ended","stream":1,"bytes":20000}"#), "\(far.events)")
    }
  }
}

extension String {
  /// How often it contains a text.
  fileprivate func components(of text: String) -> Int {
    split(separator: text, omittingEmptySubsequences: false).count - 1
  }
}
