import Streams

internal import Captures
internal import Dissection
internal import FoundationEssentials
internal import Wire

extension ScenarioReport {
  /// Larger captures are not embedded in the report.
  private static let largestCapture = 1 << 20

  /// The report on a result.
  /// - Parameter client: the words by which the command line that repeats the scenario names the client: `-- curl {url}`.
  public init(_ result: ScenarioResult, client: [String]) {
    let scenario = result.scenario
    let rows = result.outcome.flatMap { try? CaptureRows(capture: result.capture, since: $0.started) }
    self.init(
      id: scenario.id, turn: result.turn, summary: scenario.summary, rationale: scenario.rationale,
      source: scenario.source, kind: result.kind.rawValue, behaviour: result.behaviour,
      findings: result.verdicts.map(Finding.init), deadline: result.deadline,
      client: result.outcome.map(Client.init), phases: Self.phases(scenario, rows?.phases ?? []),
      packets: rows?.packets ?? [], omittedPackets: rows?.omittedPackets ?? 0,
      exchanges: rows.map { $0.exchanges + Self.secureExchanges(result, from: $0.exchanges.count) } ?? [],
      capture: result.capture, captureBytes: Self.bytes(of: result.capture),
      command: Self.command(result, client), took: result.took.map { Double($0) / 1e9 },
      started: result.outcome.map { Double($0.started.nanoseconds) / 1e9 }, place: result.entry.place)
  }

  private static func phases(_ scenario: Scenario, _ later: [PhaseRow]) -> [PhaseRow] {
    if scenario.profile == nil, later.isEmpty { return [] }
    return [PhaseRow(name: scenario.profile ?? "Clean", began: 0)] + later
  }

  /// Exchanges within TLS whose secrets are not known, from the servers' log. The wire shows neither their heads nor their bodies.
  private static func secureExchanges(_ result: ScenarioResult, from count: Int) -> [ExchangeRow] {
    let started = result.outcome?.started ?? Timestamp(nanoseconds: 0)
    return result.secureRequests.enumerated().map { index, request in
      let began = Double(request.packet.timestamp - started) / 1e9
      return ExchangeRow(
        number: count + index + 1, stream: request.stream, method: request.method, url: "https://…" + request.target,
        status: request.status, began: began, responded: nil, ended: nil, requestPacket: request.packet.number,
        responsePacket: nil, bodyBytes: 0, requestHead: "", responseHead: "", responseBody: "",
        outcome: "inside TLS, from the server's log")
    }
  }

  /// The capture without the secrets of its TLS connections, because reports are given to others.
  private static func bytes(of path: String) -> String? {
    guard let data = try? Data(contentsOf: URL(filePath: path)), data.count <= largestCapture,
      let capture = DecryptionSecrets.removed(from: Array(data))
    else { return nil }
    return Data(capture).base64EncodedString()
  }

  private static func command(_ result: ScenarioResult, _ client: [String]) -> String {
    let suite = result.entry.reference?.file.map { "\(ShellWord.quoted($0)) " } ?? ""
    let words = client.map(ShellWord.quoted).joined(separator: " ")
    return "headwind test \(suite)--only \(result.scenario.id) --deadline \(result.deadline) \(words)"
  }
}

extension ScenarioReport.Finding {
  init(_ verdict: Verdict) {
    self.init(
      kind: verdict.kind.rawValue, requirement: verdict.expectation?.requirement.rawValue,
      demand: verdict.expectation?.demand.words, finding: verdict.finding, packets: verdict.packets.map(\.number))
  }

  /// In one line: `MUST fail: it ended with status 0 (packet 7)`.
  var line: String {
    guard let requirement, let demand else { return finding }
    var line = "\(requirement) \(demand): \(finding)"
    if !packets.isEmpty {
      let numbers = packets.prefix(6).map { String($0) }.joined(separator: ", ")
      line += " (\(packets.count == 1 ? "packet" : "packets") \(numbers))"
    }
    return line
  }
}

extension ScenarioReport.Client {
  init(_ outcome: ClientOutcome) {
    self.init(
      duration: Double(outcome.duration) / 1e9,
      began: (outcome.ready ?? outcome.begun).map { Double($0 - outcome.started) / 1e9 },
      status: outcome.status,
      cancelled: outcome.cancel.map { Double($0.time - outcome.started) / 1e9 }, endedBy: outcome.endedBy,
      output: outcome.output, outputBytes: outcome.outputBytes, ending: outcome.endWords,
      leftBehind: outcome.leftBehind.isEmpty ? nil : outcome.leftBehind)
  }
}
