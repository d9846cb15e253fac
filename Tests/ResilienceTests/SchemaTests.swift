import Glibc
import TestSupport
import Testing

@testable import Resilience

/// The published schema against the parser: both take the shipped suites, and both refuse what is wrong.
@Suite struct SchemaTests {
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
    scenario.replacing("must", with: "note"), scenario + "  deadline: 600 s\n", scenario + "  cancel: 1 s\n",
    other + "  cancel: 1 s\n  expect: [{ must: start nothing after the cancel }, { should: print TLS or not valid }]\n",
    other + "  expect: [{ must: end within 1.5 s }, { should: end within 300ms }]\n",
    scenario + "  http: { requests: [[{ respond: { body: 2 KB, declare: 3 KB } }]] }\n",
  ]
  private static let wrong = [
    "", "scenarios: []\n", "suites: []\n", other, scenario + "  expct: 1\n", scenario + "  shows: nothing\n",
    scenario.replacing("connected", with: "[]"), scenario.replacing("connected", with: "[connected, perhaps]"),
    scenario + "  uses: cookies\n", scenario.replacing("fail", with: "explode").replacing("must", with: "note"),
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
    scenario + "  dns: { x.test: maybe }\n",
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
