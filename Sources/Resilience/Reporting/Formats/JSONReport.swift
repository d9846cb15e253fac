internal import Dissection
internal import FoundationEssentials

/// A report as JSON. It is complete, for other programs and for `headwind report`.
public enum JSONReport {
  static func text(of report: SuiteReport) throws -> String {
    try JSONFormat.line(report)
  }

  /// Reads a report.
  /// - Throws: `ReportError` if it is not a valid report.
  public static func report(in bytes: [UInt8]) throws(ReportError) -> SuiteReport {
    let report: SuiteReport
    do {
      report = try JSONDecoder().decode(SuiteReport.self, from: Data(bytes))
    } catch {
      throw ReportError("this is not a report of headwind test --report json")
    }
    guard report.format == SuiteReport.format else { throw ReportError("this is not a report, but \(report.format)") }
    guard report.version == SuiteReport.currentVersion else {
      throw ReportError(
        "the report has version \(report.version), but this headwind reads version \(SuiteReport.currentVersion)")
    }
    if let fault = report.outline?.fault { throw ReportError(fault) }
    if let shard = report.shard {
      guard (1...10_000).contains(shard.count), (1...shard.count).contains(shard.number) else {
        throw ReportError("shard \(shard.number) of \(shard.count) is not a valid shard")
      }
      guard report.outline.map({ $0.shardCount <= shard.count }) ?? true else {
        throw ReportError("the suite is divided into more than \(shard.count) shards")
      }
    }
    for scenario in report.scenarios {
      // The ID is used in names of files and links.
      guard Scenario.isID(scenario.id) else { throw ReportError("'\(scenario.id)' is not a scenario ID") }
      guard ([scenario.kind] + scenario.findings.map(\.kind)).allSatisfy({ Verdict.Kind(rawValue: $0) != nil }) else {
        throw ReportError("\(scenario.id): '\(scenario.kind)' or the kind of one of its findings is not a verdict")
      }
    }
    return report
  }
}

/// Why a report cannot be read.
public struct ReportError: Error, CustomStringConvertible, Sendable {
  public var description: String

  init(_ description: String) {
    self.description = description
  }
}
