internal import Cryptography

/// A report in the Static Analysis Results Interchange Format 2.1.0 (OASIS), as code scanning reads it.
///
/// Each demand of a scenario is a rule, and each violation is a result at the line of the suite that has the scenario. What could not be
/// judged is no result but a notification, because nothing was found out about the client.
enum SARIFReport {
  static func text(of report: SuiteReport) throws -> String {
    try JSONFormat.line(SARIFLog(runs: [run(of: report)]))
  }

  private static func run(of report: SuiteReport) -> SARIFLog.Run {
    var rules: [SARIFLog.Rule] = []
    var places: [String: Int] = [:]
    var results: [SARIFLog.Result] = []
    var indices: [String: Int] = [:]
    for scenario in report.scenarios {
      for finding in scenario.findings {
        guard let rule = rule(finding, scenario) else { continue }
        let place = places[rule.id] ?? rules.count
        if places.updateValue(place, forKey: rule.id) == nil { rules.append(rule) }
        guard let result = result(finding, scenario, rule, place) else { continue }
        // Repetitions of a scenario that break the same demand are one result.
        let key = result.partialFingerprints.headwindDemand
        if let index = indices[key] {
          results[index].occurrenceCount += 1
        } else {
          indices[key] = results.count
          results.append(result)
        }
      }
    }
    return SARIFLog.Run(
      tool: .init(driver: .init(rules: rules)), automationDetails: .init(id: "headwind/\(name(of: report))/"),
      invocations: [invocation(of: report)], results: results)
  }

  /// The client's program, which tells its results from those of others.
  private static func name(of report: SuiteReport) -> String {
    slug((report.client.first ?? "").split(separator: "/").last.map { String($0) } ?? "")
  }

  // MARK: rules

  private static func rule(_ finding: ScenarioReport.Finding, _ scenario: ScenarioReport) -> SARIFLog.Rule? {
    guard let requirement = finding.requirement, let demand = finding.demand else { return nil }
    let title = "\(scenario.id): the client \(requirement) \(demand)"
    let help = [scenario.summary, scenario.rationale, scenario.source.isEmpty ? "" : "Source: \(scenario.source)"]
      .filter { !$0.isEmpty }
    let level = level(of: requirement)
    return SARIFLog.Rule(
      id: "\(scenario.id)/\(slug(demand))", shortDescription: .init(text: title),
      fullDescription: .init(text: scenario.summary.isEmpty ? title : scenario.summary),
      help: .init(
        text: help.isEmpty ? title : help.joined(separator: "\n"),
        markdown: help.isEmpty ? nil : help.map(MarkdownText.words).joined(separator: "\n\n")),
      helpUri: link(in: scenario.source), defaultConfiguration: .init(level: level),
      properties: .init(
        tags: ["resilience", String(scenario.id.prefix { $0 != "." }), requirement],
        severity: ["error": "error", "warning": "warning"][level] ?? "recommendation"))
  }

  private static func level(of requirement: String) -> String {
    switch Requirement(rawValue: requirement) {
    case .must: "error"
    case .should: "warning"
    case .note, nil: "note"
    }
  }

  /// The address of the first RFC that a text names, with its section.
  static func link(in source: String) -> String? {
    guard let match = source.firstMatch(of: /RFC ([0-9]{1,5})(?: section ([0-9]+(?:\.[0-9]+)*))?/) else { return nil }
    return "https://www.rfc-editor.org/rfc/rfc\(match.output.1)" + (match.output.2.map { "#section-\($0)" } ?? "")
  }

  /// Words as a part of an identifier: lower-case letters, digits, and dashes between them.
  static func slug(_ words: String) -> String {
    words.lowercased().utf8.split { byte in
      !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
  }

  // MARK: results

  private static func result(
    _ finding: ScenarioReport.Finding, _ scenario: ScenarioReport, _ rule: SARIFLog.Rule, _ place: Int
  ) -> SARIFLog.Result? {
    let level: String
    switch Verdict.Kind(rawValue: finding.kind) {
    case .fail: level = "error"
    case .warn: level = "warning"
    case .note: level = "note"
    case .pass, .notApplicable, .inconclusive, .error, nil: return nil
    }
    let behaviour = scenario.behaviour.isEmpty ? "" : "\n\(scenario.behaviour)"
    // The line of the suite may move, and times differ from run to run: neither is part of the fingerprint.
    let fingerprint = fingerprint(of: [rule.id, finding.requirement ?? "", scenario.label ?? ""])
    return SARIFLog.Result(
      ruleId: rule.id, ruleIndex: place, level: level,
      message: .init(text: "\(scenario.id): \(finding.line)\(behaviour)"), locations: [location(of: scenario)],
      partialFingerprints: .init(headwindDemand: fingerprint, primaryLocationLineHash: "\(fingerprint.prefix(16)):1"),
      properties: .init(
        scenario: scenario.id, client: scenario.label, packets: finding.packets, capture: scenario.capture,
        command: scenario.command))
  }

  private static func fingerprint(of words: [String]) -> String {
    SuiteOutline.digest(of: words.map { Array($0.utf8) })
  }

  private static func location(of scenario: ScenarioReport) -> SARIFLog.Location {
    let family = String(scenario.id.prefix { $0 != "." })
    let place = scenario.place ?? ScenarioPlace(file: "suites/\(family).yaml", line: 1, isStandard: true)
    return SARIFLog.Location(
      physicalLocation: .init(
        artifactLocation: .init(
          uri: uri(ofFile: place.file), uriBaseId: place.isStandard ? SARIFLog.standardBase : nil),
        region: .init(startLine: max(1, place.line))))
  }

  /// A path as a URI reference (RFC 3986): absolute paths are `file` URIs, and a colon in the first segment would end a scheme.
  static func uri(ofFile path: String) -> String {
    var result = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      case _ where "-._~/".utf8.contains(byte): result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let hex = String(byte, radix: 16, uppercase: true)
        result += "%" + (hex.utf8.count < 2 ? "0" : "") + hex
      }
    }
    return result
  }

  // MARK: the run

  private static func invocation(of report: SuiteReport) -> SARIFLog.Invocation {
    var notifications: [SARIFLog.Notification] = []
    for scenario in report.scenarios where ["error", "inconclusive"].contains(scenario.kind) {
      let lines = scenario.findings.filter { $0.kind == scenario.kind }.map(\.line)
      notifications.append(
        SARIFLog.Notification(
          level: scenario.kind == "error" ? "error" : "warning",
          message: .init(text: "\(scenario.title): \(scenario.kind): \(lines.joined(separator: "; "))"),
          locations: [location(of: scenario)]))
    }
    if let words = report.incompleteness {
      notifications.append(
        SARIFLog.Notification(level: "error", message: .init(text: "the run is not complete: \(words)")))
    }
    return SARIFLog.Invocation(
      commandLine: (["headwind", "test", "--"] + report.client).map(ShellWord.quoted).joined(separator: " "),
      executionSuccessful: report.isComplete && !report.scenarios.contains { $0.kind == "error" },
      startTimeUtc: MarkupText.instant(report.started),
      endTimeUtc: MarkupText.instant(report.started + max(0, report.duration)),
      toolExecutionNotifications: notifications)
  }
}
