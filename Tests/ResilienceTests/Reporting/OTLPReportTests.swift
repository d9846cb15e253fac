import TestSupport
import Testing

@testable import Resilience

/// OTLP, as opentelemetry-proto reads it.
@Suite struct OTLPReportTests {
  private static func read(_ report: SuiteReport, _ script: String) throws -> String {
    let program = """
      import sys
      sys.path.insert(0, "\(Repository.file(".build/report-readers"))")
      from google.protobuf import json_format
      from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
      from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
      lines = open("input.html", encoding="utf-8", newline="\\n").read().split("\\n")
      assert len(lines) == 3 and lines[2] == ""
      traces = json_format.Parse(lines[0], ExportTraceServiceRequest())
      metrics = json_format.Parse(lines[1], ExportMetricsServiceRequest()).resource_metrics[0].scope_metrics[0].metrics
      spans = traces.resource_spans[0].scope_spans[0].spans
      attributes = lambda span: {a.key: getattr(a.value, a.value.WhichOneof("value")) for a in span.attributes}
      \(script)
      """
    return try ReportTests.python(program, try ReportFormat.otlp.text(of: report))
  }

  @Test func aRunIsATraceWithASpanForEachScenarioAndExchange() throws {
    var scenario = ReportTests.scenario("a.fail", "fail")
    scenario.started = 1_700_000_001.5
    scenario.exchanges = [
      ExchangeRow(
        number: 1, stream: 0, method: "GET", url: "http://api.test/item", status: 503, began: 0.25, responded: 0.5,
        ended: 1, requestPacket: 1, responsePacket: 2, bodyBytes: 1, requestHead: "", responseHead: "",
        responseBody: "", outcome: "complete")
    ]
    let report = ReportTests.report([ReportTests.scenario("a.pass", "pass"), scenario])
    let output = try Self.read(
      report,
      """
      root, first, second, exchange = spans
      assert len({s.trace_id for s in spans}) == 1 and len({s.span_id for s in spans}) == 4
      assert all(len(s.trace_id) == 24 or len(s.trace_id) == 16 for s in spans)
      assert root.parent_span_id == b"" and {first.parent_span_id, second.parent_span_id} == {root.span_id}
      assert exchange.parent_span_id == second.span_id
      print([(s.name, s.kind, s.status.code) for s in spans])
      print(root.end_time_unix_nano - root.start_time_unix_nano, second.start_time_unix_nano, round((exchange.end_time_unix_nano - exchange.start_time_unix_nano) / 1e6))
      print(attributes(second)["headwind.verdict"], attributes(second)["test.case.result.status"], attributes(exchange)["http.response.status_code"])
      print(attributes(second.events[0])["headwind.requirement"], [v.int_value for v in attributes(second.events[0])["headwind.packets"].values])
      print([(m.name, m.unit, len(m.gauge.data_points)) for m in metrics], metrics[1].gauge.data_points[0].as_double)
      """)
    #expect(
      output == """
        [('headwind test', 1, 2), ('a.pass', 1, 1), ('a.fail', 1, 2), ('GET', 3, 2)]
        2000000000 1700000001500000000 750
        fail fail 503
        MUST [1, 2]
        [('headwind.scenarios', '{scenario}', 2), ('headwind.scenario.duration', 's', 2)] 1.5

        """)
  }

  /// A report that is written twice is the same trace; another run is another one.
  @Test func theTraceFollowsFromTheReport() throws {
    let script = "print(spans[0].trace_id.hex())"
    var other = ReportTests.all
    other.started += 1
    let trace = try Self.read(ReportTests.all, script)
    #expect(try Self.read(ReportTests.all, script) == trace && Self.read(other, script) != trace)
  }

  @Test func hostileWordsAndTimesAreRead() throws {
    var report = ReportTests.hostile
    report.started = 1e300
    report.scenarios[0].started = -1e300
    report.scenarios[0].client?.duration = 1e300
    #expect(try Self.read(report, "print(len(spans) > 4)") == "True\n")
  }
}
