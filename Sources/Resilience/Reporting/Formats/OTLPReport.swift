/// A report as OpenTelemetry's file exporter writes: lines of OTLP/JSON (OTLP 1.x, "JSON Protobuf Encoding"). The first is a body for
/// `/v1/traces`, the second one for `/v1/metrics`.
///
/// The run is a trace, each scenario is a span in it, and each exchange of a scenario is a span in that. All IDs follow from the report, so a
/// report that is written twice is the same trace.
enum OTLPReport {
  static func text(of report: SuiteReport) throws -> String {
    try JSONFormat.line(
      OTLPTraces(resourceSpans: [.init(resource: resource(of: report), scopeSpans: [.init(spans: spans(of: report))])]))
      + JSONFormat.line(
        OTLPMetrics(
          resourceMetrics: [.init(resource: resource(of: report), scopeMetrics: [.init(metrics: metrics(of: report))])])
      )
  }

  private static func resource(of report: SuiteReport) -> OTLPResource {
    var attributes = OTLPAttributes()
    attributes["service.name"] = .string("headwind")
    attributes["headwind.client"] = .string(report.client.joined(separator: " "))
    attributes["headwind.client.version"] = report.clientVersion.map { .string($0) }
    return OTLPResource(attributes: attributes.list)
  }

  // MARK: traces

  private static func spans(of report: SuiteReport) -> [OTLPSpan] {
    let trace = identifier(
      ["trace", "\(report.started)", "\(report.seed)", words(of: report.shard)] + report.client, 16)
    let root = identifier(["run", trace], 8)
    var span = OTLPSpan(
      traceId: trace, spanId: root, name: "headwind test", start: report.started,
      end: report.started + max(0, report.duration))
    var attributes = OTLPAttributes()
    attributes["test.suite.name"] = .string("headwind")
    attributes["test.suite.run.status"] = .string(status(of: report))
    attributes["headwind.seed"] = .string(String(report.seed))
    attributes["headwind.shard"] = report.shard.map { _ in .string(words(of: report.shard)) }
    attributes["headwind.incomplete"] = report.incompleteness.map { .string($0) }
    span.attributes = attributes.list
    if status(of: report) != "success" { span.status = .init(code: .error, message: report.summary) }
    return [span] + report.scenarios.enumerated().flatMap { spans(of: $1, number: $0, in: report, trace, root) }
  }

  private static func words(of shard: SuiteReport.Part?) -> String {
    shard.map { "\($0.number)/\($0.count)" } ?? ""
  }

  private static func status(of report: SuiteReport) -> String {
    guard report.isComplete else { return "aborted" }
    return report.counts["fail"] == nil && report.counts["error"] == nil ? "success" : "failure"
  }

  private static func spans(
    of scenario: ScenarioReport, number: Int, in report: SuiteReport, _ trace: String, _ root: String
  ) -> [OTLPSpan] {
    let own = identifier(["scenario", trace, String(number), scenario.title], 8)
    let start = scenario.started ?? report.started
    let end = start + max(0, scenario.client?.duration ?? 0)
    var span = OTLPSpan(traceId: trace, spanId: own, parentSpanId: root, name: scenario.title, start: start, end: end)
    span.attributes = attributes(of: scenario)
    span.events = scenario.findings.filter { $0.kind != "pass" }.map { event($0, at: end) }
    switch Verdict.Kind(rawValue: scenario.kind) {
    case .pass: span.status = .init(code: .ok)
    case .fail, .error: span.status = .init(code: .error, message: message(of: scenario))
    default: break
    }
    return [span] + scenario.exchanges.enumerated().map { exchange($1, number: $0, start, trace, own) }
  }

  private static func message(of scenario: ScenarioReport) -> String {
    scenario.findings.filter { $0.kind == scenario.kind }.map(\.line).joined(separator: "; ")
  }

  private static func attributes(of scenario: ScenarioReport) -> [OTLPAttributes.Pair] {
    var attributes = OTLPAttributes()
    attributes["test.case.name"] = .string(scenario.id)
    // OpenTelemetry knows these two results only.
    switch Verdict.Kind(rawValue: scenario.kind) {
    case .pass, .note, .warn: attributes["test.case.result.status"] = .string("pass")
    case .fail: attributes["test.case.result.status"] = .string("fail")
    default: break
    }
    attributes["headwind.verdict"] = .string(scenario.kind)
    attributes["headwind.turn"] = .int(scenario.turn)
    attributes["headwind.behaviour"] = .string(scenario.behaviour)
    attributes["headwind.capture"] = scenario.capture.isEmpty ? nil : .string(scenario.capture)
    attributes["headwind.command"] = .string(scenario.command)
    attributes["process.exit.code"] = scenario.client.map { .int(Int($0.status)) }
    attributes["code.file.path"] = scenario.place.map { .string($0.file) }
    attributes["code.line.number"] = scenario.place.map { .int($0.line) }
    return attributes.list
  }

  private static func event(_ finding: ScenarioReport.Finding, at time: Double) -> OTLPSpan.Event {
    var attributes = OTLPAttributes()
    attributes["headwind.verdict"] = .string(finding.kind)
    attributes["headwind.requirement"] = finding.requirement.map { .string($0) }
    attributes["headwind.demand"] = finding.demand.map { .string($0) }
    attributes["headwind.finding"] = .string(finding.finding)
    attributes["headwind.packets"] = finding.packets.isEmpty ? nil : .ints(finding.packets)
    return OTLPSpan.Event(time: time, name: "headwind.finding", attributes: attributes.list)
  }

  private static func exchange(
    _ row: ExchangeRow, number: Int, _ start: Double, _ trace: String, _ parent: String
  ) -> OTLPSpan {
    var span = OTLPSpan(
      traceId: trace, spanId: identifier(["exchange", parent, String(number)], 8), parentSpanId: parent,
      name: row.method.isEmpty ? "HTTP" : row.method, start: start + row.began,
      end: start + max(row.began, row.ended ?? row.responded ?? row.began))
    span.kind = .client
    var attributes = OTLPAttributes()
    attributes["http.request.method"] = .string(row.method)
    attributes["url.full"] = .string(row.url)
    attributes["http.response.status_code"] = row.status.map { .int($0) }
    attributes["headwind.exchange"] = .int(row.number)
    attributes["headwind.outcome"] = .string(row.outcome)
    let isFailed = row.status.map { $0 >= 400 } ?? true
    if isFailed {
      attributes["error.type"] = .string(row.status.map { String($0) } ?? row.outcome)
      span.status = .init(code: .error)
    }
    span.attributes = attributes.list
    return span
  }

  /// A number that follows from words, in hexadecimal digits, never 0, which is no ID.
  private static func identifier(_ words: [String], _ bytes: Int) -> String {
    let digits = String(SuiteOutline.digest(of: words.map { Array($0.utf8) }).prefix(2 * bytes))
    return digits.contains { $0 != "0" } ? digits : digits.dropLast() + "1"
  }

  // MARK: metrics

  private static func metrics(of report: SuiteReport) -> [OTLPMetrics.Metric] {
    let end = report.started + max(0, report.duration)
    let counts = Verdict.Kind.allCases.compactMap { kind in
      report.counts[kind.rawValue].map { count in
        OTLPMetrics.Point(
          time: end, attributes: [.init("headwind.verdict", .string(kind.rawValue))], value: .int(count))
      }
    }
    let times = report.scenarios.compactMap { scenario in
      scenario.client.map { client in
        OTLPMetrics.Point(
          time: end,
          attributes: [
            .init("test.case.name", .string(scenario.title)), .init("headwind.verdict", .string(scenario.kind)),
          ], value: .double(client.duration))
      }
    }
    return [
      .init(
        name: "headwind.scenarios", description: "How many scenarios have each verdict", unit: "{scenario}",
        points: counts),
      .init(
        name: "headwind.scenario.duration", description: "How long the client took in each scenario", unit: "s",
        points: times),
    ]
  }
}
