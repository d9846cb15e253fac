import Glibc
import TestSupport
import Testing

@testable import Resilience

/// The published schema against the parser: both take the shipped suites, and both refuse what is wrong.
@Suite(.waiting) struct SchemaTests {
  private static let scenario =
    "scenarios:\n- id: a.b\n  ask: http://x.test/\n  shows: connected\n  expect: [{ must: fail }]\n"
  private static let other = "scenarios:\n- id: a.b\n  ask: http://x.test/\n  shows: connected\n"

  private static let right = [
    scenario, scenario + "  https: {}\n", scenario + "  https: { certificate: expired }\n",
    scenario + "  https: { opening: [[read-hello, { alert: unknown_ca }, { wait: 1 s }, close], [stall]] }\n",
    scenario + "  https: { connections: [[read-request, { respond: 200 }, cut]] }\n",
    scenario.replacing("connected", with: "connection-attempted")
      + "  http: { listen: never }\n  https: { listen: refuse }\n",
    scenario.replacing("connected", with: "[request-sent, packet-lost]") + "  uses: retries\n  profile: Nasty Net\n",
    scenario
      + "  auth: { token: a.b, refresh-token: c==, url: http://y.test/t, expires-in: 1 h }\n  uses: token-refresh\n",
    scenario.replacing("http://x.test/", with: "{ url: http://x.test/, accept: text/html, times: 3, together: false }"),
    scenario.replacing("must", with: "note"), scenario + "  deadline: 600 s\n", scenario + "  cancel: 1 s\n",
    other + "  cancel: 1 s\n  expect: [{ must: start nothing after the cancel }, { should: print TLS or not valid }]\n",
    other + "  expect: [{ must: end within 1.5 s }, { should: end within 300ms }]\n",
    scenario + "  http: { requests: [[{ respond: { body: 2 KB, declare: 3 KB } }]] }\n",
    scenario + "  http: { requests: [[{ respond: { framing: chunked, trailers: { A: b }, head-filler: 9 KB } }]] }\n",
    scenario + "  http: { http2: { requests: [[{ reset-stream: CANCEL }], [{ goaway: before }, stall]] } }\n",
    scenario
      + "  https: { http2: { settings: { max-concurrent-streams: 1 }, answer-pings: false, requests: [[stall]] } }\n",
    scenario
      + "  https: { http2: { connections: [[read-head, { window: { bytes: 1 B, every: 1 s } }]] }, requests: [[stall]] }\n",
    scenario
      + "  https: { http2: { requests: [[{ goaway: { last: all, code: NO_ERROR } }, ping, { window: 1 KB }, continue]] } }\n",
    scenario
      + "  http: { http2: { requests: [[{ frame: { type: 12, flags: 1, stream: 0, payload: { hex: 6f 6b } } }]] } }\n",
    scenario + "  http: { http2: { requests: [[{ endless-head: { bytes: 1 KB, every: 1 ms } }]] } }\n",
    scenario.replacing("http://x.test/", with: "{ url: \"http://x.test/{n}\", times: 50 }") + "  uses: http2\n",
    scenario
      + "  http: { routes: [{ path: /a*, with: Range, without: [A, 'B: c'], requests: [[stall]] }, { requests: [[close]] }] }\n",
    scenario
      + "  https: { routes: [{ requests: [[cut]] }], http2: { routes: [{ method: GET, requests: [[ping]] }] } }\n",
    scenario
      + "  proxy: { credentials: 'a:b', bypass: .x.test, routes: [{ method: CONNECT, requests: [[tunnel]] }] }\n  uses: proxy\n",
    other
      + "  proxy: { listen: refuse }\n  expect: [{ must: connect only to the proxy }, { must: send A only to the proxy }]\n",
    scenario
      + "  http: { requests: [[{ respond: { body: 9 KB, part: requested, variant: 2 } }, { respond: { part: { earlier: 1 B } } }]] }\n",
    scenario
      + "  http: { requests: [[{ respond: { body: { parts: [{ hex: '00', times: 9 }, { base64: AA== }], times: 2 } } }]] }\n",
    scenario + "  search: corp.test\n  dns: { x.test: { first: { a: here }, for: 2 s, a: [there, dead], ttl: 1 s } }\n",
    scenario
      + "  dns: { x.test: { aaaa: silence, https: { alpn: [h2], hint: [here, dead] } }, y.test: { https: silence } }\n",
    scenario.replacing("http://", with: "wss://") + "  uses: websocket\n",
    scenario.replacing("connected", with: "[upgraded, message-received]")
      + "  http: { connections: [[read-request, upgrade, { ws: a }, read-pong, { ws: { close: none } }, read-close]] }\n",
    scenario
      + "  https: { requests: [[{ upgrade: { accept: a, answer-pings: false } }, { ws: { binary: 2 KB, stop-after: 1 B } }]] }\n",
    scenario
      + "  http: { requests: [[{ ws-frame: { opcode: text, final: false, reserved: 4, masked: true, text: a } }, stall]] }\n",
    scenario
      + "  http: { requests: [[{ start: 203 }, { body-part: { hex: 6f } }, { sse: { id: 7, retry: 2 s } }, { sse: a }, end]] }\n",
    scenario + "  http: { http2: { requests: [[{ grpc: { text: a, compressed: true } }, { grpc: OK }]] } }\n",
    scenario
      + "  http: { http2: { requests: [[{ grpc: { status: 14, details: gone } }], [{ end: { trailers: { a: b } } }]] } }\n",
    other
      + "  expect: [{ must: answer pings }, { must: close with code 1007 }, { should: notice the silence within 10 s }]\n",
    other
      + "  expect: [{ must: resume from event 7 or 8 }, { must: send grpc-timeout }, { must: write only whole messages }]\n",
  ]
  private static let wrong = [
    scenario + "  http: { requests: [[{ ws: { text: a, ping: b } }]] }\n",
    scenario + "  http: { requests: [[{ ws: { text: a, reason: b } }]] }\n",
    scenario + "  http: { requests: [[{ ws: { close: soon } }]] }\n",
    scenario + "  http: { requests: [[{ ws-frame: { opcode: 16 } }]] }\n",
    scenario + "  http: { requests: [[{ ws-frame: { opcode: text, text: a, payload: 1 KB } }]] }\n",
    scenario + "  http: { http2: { requests: [[upgrade]] } }\n", scenario + "  http: { requests: [[{ grpc: OK }]] }\n",
    scenario + "  http: { http2: { requests: [[{ grpc: FINE }]] } }\n",
    scenario + "  http: { http2: { requests: [[{ grpc: { text: a, status: OK } }]] } }\n",
    scenario + "  http: { requests: [[{ sse: { stop-after: 1 B } }]] }\n",
    scenario + "  http: { requests: [[{ start: { framing: length } }]] }\n",
    "", "scenarios: []\n", "suites: []\n", other, scenario + "  expct: 1\n", scenario + "  shows: nothing\n",
    scenario.replacing("connected", with: "[]"), scenario.replacing("connected", with: "[connected, perhaps]"),
    scenario + "  auth: { token: a, refresh-token: b }\n",
    scenario + "  auth: { token: a b, refresh-token: b, url: http://y.test/ }\n",
    scenario.replacing("http://x.test/", with: "{ url: http://x.test/, accept: html }"),
    scenario.replacing("http://x.test/", with: "{ url: http://x.test/, accept: text/* }"),
    scenario + "  uses: sweets\n", scenario.replacing("fail", with: "explode").replacing("must", with: "note"),
    scenario.replacing("a.b", with: "A.b"), scenario.replacing("http://", with: "ftp://"),
    scenario.replacing("fail", with: "explode"), scenario.replacing("fail", with: "end within 3"),
    scenario.replacing("fail", with: "connect at most 2 s times"), scenario.replacing("fail", with: "say "),
    scenario.replacing("fail", with: "end within 1 s of the cancel"),
    scenario.replacing("must: fail", with: "must: fail, should: fail"),
    scenario.replacing("{ must: fail }", with: ""), scenario + "  deadline: 1.5 s\n", scenario + "  deadline: 0 s\n",
    scenario + "  cancel: { after: 1 s, by: SIGHUP }\n", scenario + "  http: {}\n",
    scenario + "  http: { requests: [] }\n",
    scenario + "  http: { requests: [[stall]], connections: [[stall]] }\n",
    scenario + "  http: { listen: never, requests: [[stall]] }\n", scenario + "  http: { listen: sometimes }\n",
    scenario + "  http: { requests: [[cut]] }\n", scenario + "  http: { requests: [[read-hello]] }\n",
    scenario + "  http: { certificate: good, requests: [[stall]] }\n",
    scenario + "  http: { requests: [[{ wait: 1 s, send: a }]] }\n",
    scenario + "  http: { requests: [[{ respond: 99 }]] }\n",
    scenario + "  http: { requests: [[{ respond: { body: 1 KB, text: a } }]] }\n",
    scenario + "  http: { requests: [[{ respond: { body: 1 KB, framing: chunked, declare: 2 KB } }]] }\n",
    scenario + "  http: { requests: [[{ respond: { body: 1 K } }]] }\n",
    scenario + "  https: { certificate: old }\n", scenario + "  https: { opening: [[read-request]] }\n",
    scenario + "  https: { opening: [[{ alert: bad_mood }]] }\n",
    scenario + "  https: { opening: [[{ respond: 200 }]] }\n",
    scenario + "  https: { listen: never, opening: [[stall]] }\n", scenario + "  https: { receive-buffer: 4 KB }\n",
    scenario.replacing("http://x.test/", with: "[{ url: http://x.test/, together: perhaps }]"),
    scenario.replacing("http://x.test/", with: "{ url: http://x.test/, times: 0 }"),
    scenario + "  http: { http2: {} }\n", scenario + "  http: { http2: { requests: [[{ reset-stream: OOPS }]] } }\n",
    scenario + "  http: { requests: [[ping]] }\n", scenario + "  http: { http2: { requests: [[{ goaway: last }]] } }\n",
    scenario + "  http: { http2: { settings: { max-streams: 1 }, requests: [[stall]] } }\n",
    scenario + "  http: { http2: { answer-pings: perhaps, requests: [[stall]] } }\n",
    scenario + "  http: { http2: { requests: [[stall]], connections: [[stall]] } }\n",
    scenario + "  http: { http2: { requests: [[{ frame: { type: 300 } }]] } }\n",
    scenario + "  http: { listen: never, http2: { requests: [[stall]] } }\n",
    scenario + "  dns: { x.test: maybe }\n", scenario + "  http: { routes: [] }\n",
    scenario + "  http: { routes: [{ path: a, requests: [[stall]] }] }\n",
    scenario + "  http: { routes: [{ path: /a }] }\n", scenario + "  http: { routes: [{ requests: [[cut]] }] }\n",
    scenario + "  http: { routes: [{ with: 'a b', requests: [[stall]] }] }\n",
    scenario + "  http: { routes: [{ requests: [[stall]] }], requests: [[stall]] }\n",
    scenario + "  http: { requests: [[{ respond: { body: 1 KB, variant: 3 } }]] }\n",
    scenario + "  http: { requests: [[{ respond: { body: 1 KB, part: all } }]] }\n",
    scenario + "  http: { requests: [[{ respond: { body: { hex: '00', times: 0 } } }]] }\n",
    scenario + "  http: { requests: [[{ respond: { body: { parts: [] } } }]] }\n",
    scenario + "  dns: { x.test: { ttl: 1.5 s } }\n",
    scenario + "  dns: { x.test: { https: { hint: here } } }\n", scenario + "  search: a b\n",
    scenario + "  proxy: {}\n",
    scenario + "  proxy: { credentials: secret, requests: [[stall]] }\n",
    scenario + "  http: { requests: [[tunnel]] }\n", scenario + "  proxy: { listen: never, requests: [[tunnel]] }\n",
    scenario + "  proxy: { http2: { requests: [[stall]] } }\n",
    scenario + "  http: { listen: never, routes: [{ requests: [[stall]] }] }\n",
  ]

  /// Which of these texts the schema takes.
  private static func accepted(_ texts: [String]) throws -> [Bool] {
    let program = """
      import json, sys, yaml, jsonschema
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft202012Validator.check_schema(schema)
      validator = jsonschema.Draft202012Validator(schema)
      for text in sys.stdin.read().split("\\0"): print(int(validator.is_valid(yaml.safe_load(text))))
      """
    // Needs python3-jsonschema and python3-yaml.
    let answer = try Tool.output(
      of: ["/usr/bin/python3", "-c", program, Repository.file("docs/scenario.schema.json")],
      input: Array(texts.joined(separator: "\0").utf8))
    return answer.lines.map { $0 == "1" }
  }

  private static func parses(_ text: String) -> Bool {
    (try? ScenarioFile.scenarios(in: Array(text.utf8), file: "s.yaml")) != nil
  }

  @Test func schemaAndParserTakeAndRefuseTheSame() throws {
    let shipped = StandardSuite.files.map { String(decoding: $0.bytes, as: UTF8.self) }
    let good = shipped + Self.right
    let answers = try Self.accepted(good + Self.wrong)
    try #require(answers.count == good.count + Self.wrong.count)
    for (text, isAccepted) in zip(good, answers) {
      #expect(isAccepted && Self.parses(text), "\(isAccepted) \(text.prefix(400))")
    }
    for (text, isAccepted) in zip(Self.wrong, answers.dropFirst(good.count)) {
      #expect(!isAccepted && !Self.parses(text), "schema takes it: \(isAccepted)\n\(text)")
    }
  }

  /// Whoever adds a phrase, a trigger or a step says so on the page.
  @Test func thePageNamesAllThatCanBeWritten() throws {
    let page = try Files.text(Repository.file("docs/scenarios.md"))
    let steps = StepPlace.allCases.flatMap { Array($0.plain.keys) + $0.keys }
    for word in DemandPhrase.all.map(\.text) + Trigger.allCases.map(\.rawValue) + Use.allCases.map(\.rawValue) + steps
      + ScenarioReader.keys.dropFirst(4)
    {
      #expect(page.contains("`\(word)`") || page.contains("`{ \(word): "), "\(word)")
    }
  }
}
