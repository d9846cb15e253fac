import TestSupport
import Testing

@testable import Resilience

/// SARIF, as readers that are made from the standard's own schema take it.
@Suite struct SARIFReportTests {
  private static let schema = Repository.file(".build/report-readers")

  /// Reads it with a model that was generated from the schema of OASIS (pydantic-sarif), and prints the results of a script about it.
  private static func read(_ report: SuiteReport, _ script: String) throws -> String {
    let program = """
      import json, sys
      sys.path.insert(0, "\(schema)")
      from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Log
      text = open("input.html", encoding="utf-8").read()
      log = Log.model_validate(json.loads(text))
      run = json.loads(text)["runs"][0]
      rules = run["tool"]["driver"]["rules"]
      \(script)
      """
    return try ReportTests.python(program, try ReportFormat.sarif.text(of: report))
  }

  @Test func theSchemaTakesItAndRulesAreDemands() throws {
    var report = ReportTests.report([
      Self.scenario("a.pass", "pass", "MUST", "fail"),
      Self.scenario("a.fail", "fail", "MUST", "give up by the deadline"),
      Self.scenario("a.fail", "fail", "MUST", "give up by the deadline", turn: 2),
      Self.scenario("b.warn", "warn", "SHOULD", "close connections by the deadline"),
      ReportTests.scenario("c.error", "error"), ReportTests.scenario("c.dull", "inconclusive"),
      ReportTests.scenario("c.na", "n/a"),
    ])
    report.client = ["/opt/My Client", "{url}"]
    let output = try Self.read(
      report,
      """
      print([(r["id"], r["defaultConfiguration"]["level"], r.get("helpUri")) for r in rules if not r["id"].startswith("c.")])
      print([(r["ruleId"], r["level"], r["occurrenceCount"], rules[r["ruleIndex"]]["id"] == r["ruleId"]) for r in run["results"]])
      print([n["level"] for n in run["invocations"][0]["toolExecutionNotifications"]], run["invocations"][0]["executionSuccessful"])
      print(run["automationDetails"]["id"])
      """)
    #expect(
      output == """
        [('a.pass/fail', 'error', 'https://www.rfc-editor.org/rfc/rfc9112#section-9.5'), \
        ('a.fail/give-up-by-the-deadline', 'error', 'https://www.rfc-editor.org/rfc/rfc9112#section-9.5'), \
        ('b.warn/close-connections-by-the-deadline', 'warning', 'https://www.rfc-editor.org/rfc/rfc9112#section-9.5')]
        [('a.fail/give-up-by-the-deadline', 'error', 2, True), ('b.warn/close-connections-by-the-deadline', 'warning', 1, True)]
        ['error', 'warning'] False
        headwind/my-client/

        """)
  }

  private static func scenario(
    _ id: String, _ kind: String, _ requirement: String, _ demand: String, turn: Int = 1
  ) -> ScenarioReport {
    var scenario = ReportTests.scenario(id, kind, turn: turn)
    scenario.source = "RFC 9112 section 9.5"
    scenario.findings[0].requirement = requirement
    scenario.findings[0].demand = demand
    scenario.place = ScenarioPlace(file: "my suites/own.yaml", line: 12)
    return scenario
  }

  @Test func theSchemaTakesHostileWords() throws {
    #expect(try Self.read(ReportTests.hostile, "print(len(run['results']) > 0)") == "True\n")
    let lost = ReportTests.report([], isComplete: false)
    #expect(try Self.read(lost, "print(run['invocations'][0]['executionSuccessful'], run['results'])") == "False []\n")
  }

  /// What the same client breaks again is the same alert, whatever the time and the line.
  @Test func aFingerprintDependsOnTheDemandAlone() throws {
    let script = "print(run['results'][0]['partialFingerprints'])"
    let first = Self.scenario("a.fail", "fail", "MUST", "fail")
    var again = first
    again.findings[0].finding = "it ended with status 0 after 3 s"
    again.findings[0].packets = [7]
    again.place?.line = 90
    again.behaviour = "something else"
    let fingerprint = try Self.read(ReportTests.report([first]), script)
    #expect(fingerprint.contains("headwindDemand/v1") && fingerprint.contains("primaryLocationLineHash"))
    #expect(try Self.read(ReportTests.report([again]), script) == fingerprint)
    var other = first
    other.findings[0].demand = "succeed"
    #expect(try Self.read(ReportTests.report([other]), script) != fingerprint)
  }

  @Test func aResultIsWhereItsScenarioStands() throws {
    let script = "print(run['results'][0]['locations'][0]['physicalLocation'])"
    var scenario = Self.scenario("a.fail", "fail", "MUST", "fail")
    #expect(
      try Self.read(ReportTests.report([scenario]), script)
        == "{'artifactLocation': {'uri': 'my%20suites/own.yaml'}, 'region': {'startLine': 12}}\n")
    scenario.place = StandardSuite.entries.first { $0.scenario.id == "head.stall" }?.place
    let standard = try Self.read(ReportTests.report([scenario]), script)
    #expect(
      standard.contains("'uri': 'suites/head.yaml', 'uriBaseId': 'HEADWIND'") && standard.contains("'startLine': 3"))
  }

  @Test(
    arguments: [
      ("RFC 9112 section 9.5", "https://www.rfc-editor.org/rfc/rfc9112#section-9.5"),
      ("gRPC documentation, Keepalive; RFC 9113 section 6.7", "https://www.rfc-editor.org/rfc/rfc9113#section-6.7"),
      ("RFC 8446", "https://www.rfc-editor.org/rfc/rfc8446"),
      ("RFC 9113 section 6.8, section 8.7", "https://www.rfc-editor.org/rfc/rfc9113#section-6.8"),
      ("plain correctness", nil),
      ("RFC 9110 section 9.2.2 (a client)", "https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2"),
    ] as [(String, String?)]) func theSourceIsALink(source: String, link: String?)
  {
    #expect(SARIFReport.link(in: source) == link)
  }

  @Test func pathsAreURIs() {
    #expect(SARIFReport.uri(ofFile: "/srv/a b.yaml") == "file:///srv/a%20b.yaml")
    #expect(SARIFReport.uri(ofFile: "../x:y/é.yaml") == "../x%3Ay/%C3%A9.yaml")
  }
}
