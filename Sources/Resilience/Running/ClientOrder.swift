internal import FarSide
internal import FoundationEssentials
internal import VirtualLink

/// What a client is asked to do in a scenario: its command, its variables, and its files.
struct ClientOrder {
  static let output = "{output}"
  private static let second: Int64 = 1_000_000_000

  let scenario: Scenario
  let settings: RunnerSettings
  let files: RunFiles

  private var deadline: Int { scenario.deadline ?? settings.deadline }
  private var first: AskedRequest { scenario.requests.first ?? AskedRequest(url: "") }

  /// Why the scenario cannot be run with this client, or nil if it can.
  static func obstacle(_ scenario: Scenario, _ client: ClientCommand, knowsContract: Bool) -> String? {
    guard !knowsContract else { return nil }
    if scenario.requests.count > 1 {
      return "it needs several requests from one process, but this command does not read HEADWIND_REQUESTS"
    }
    guard let request = scenario.requests.first, !request.isPlainGet else { return nil }
    if !client.mentions("{method}") { return "it needs the method \(request.method), but the command has no {method}" }
    if request.bodyBytes != nil, !client.mentions("{body}") {
      return "it needs a request body, but the command has no {body}"
    }
    return nil
  }

  /// Writes the files that the client's host and the client read.
  /// - Throws: `RunnerError` with the system's error.
  func writeFiles() throws(RunnerError) {
    if let count = scenario.requests.compactMap(\.bodyBytes).max() {
      let file = try NewFile(files.body)
      for start in stride(from: 0, to: count, by: 1 << 20) {
        try file.write(ScriptedBody.filler(count: count).bytes(in: start..<min(count, start + 1 << 20)))
      }
    }
    let values = [
      ("{url}", first.url), ("{deadline}", String(deadline)), (Self.output, files.output), ("{method}", first.method),
      ("{body}", files.body), ("{ca}", TrustedAuthority.path ?? ""),
    ]
    var environment = [
      "HEADWIND_URL": first.url, "HEADWIND_DEADLINE": String(deadline), "HEADWIND_OUTPUT": files.output,
      "HEADWIND_METHOD": first.method, "HEADWIND_SCENARIO": scenario.id, "HEADWIND_REQUESTS": requests(),
    ]
    if first.bodyBytes != nil { environment["HEADWIND_BODY"] = files.body }
    let plan = ClientPlan(
      words: settings.client.filled(values), environment: environment, cancel: scenario.cancel,
      patience: Int64(2 * deadline + 3) * Self.second, cancelPatience: 2 * Self.second + longestCancel,
      lingering: lingering, outcome: files.outcome, begun: files.begun)
    try NewFile(files.plan).write(Array(Self.json(plan).utf8))
  }

  /// The longest time that the scenario allows the client after it was told to cancel.
  private var longestCancel: Int64 {
    scenario.expectations.map { expectation in
      switch expectation.demand {
      case .endAfterCancel(let time), .closeAfterCancel(let time): time
      default: 0
      }
    }.reduce(3 * Self.second, max)
  }

  /// The time that the judge allows, plus half a second.
  private var lingering: Int64 {
    let allowed = scenario.cancel == nil ? Int64(deadline) * Self.second / 10 * 11 : longestCancel
    return allowed + Self.second / 2
  }

  /// The words that run the client's host on the scenario's link.
  /// How late one packet in a hundred may be before a verdict would say more of the machine than of the client, in
  /// milliseconds. Deadlines are judged to a tenth of a second and more.
  private static let tolerance = 40

  func runWords(_ reference: ScenarioReference?, turn: Int) -> [String] {
    let seed = settings.seed &+ UInt64(turn - 1)
    let link = [
      "run", "--quiet", "--private", "--capture", files.capture, "--capture-side", "both", "--server-log",
      files.serverLog, "--seed", String(seed), "--strict-link", "--late-by-ms", String(Self.tolerance),
    ]
    let conditions = reference.map { ["--scenario", $0.description] } ?? []
    return [settings.executable] + link + conditions + ["--", settings.executable, "host-client", files.plan]
  }

  private struct Request: Encodable {
    var method: String
    var url: String
    var body: String?
    var output: String
    /// Seconds.
    var after: Double
    var together: Bool
  }

  /// The requests as JSON, for clients that do several.
  private func requests() -> String {
    let requests = scenario.requests.enumerated().map { index, request in
      Request(
        method: request.method, url: request.url, body: request.bodyBytes.map { _ in files.body },
        output: index == 0 ? files.output : "\(files.output).\(index + 1)",
        after: Double(request.after) / 1e9, together: request.isTogether)
    }
    return Self.json(requests)
  }

  private static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings and integers can always be encoded as JSON.
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }
}
