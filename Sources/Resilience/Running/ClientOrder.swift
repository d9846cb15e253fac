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
  /// - Parameter livesOn: whether the client is started once for all scenarios.
  static func obstacle(
    _ scenario: Scenario, _ client: ClientCommand, knowsContract: Bool, livesOn: Bool = false
  ) -> String? {
    if livesOn, scenario.searchDomain != nil {
      return "the search domain is set for the whole link, which a program that lives on keeps"
    }
    if livesOn, scenario.farSide.proxy != nil {
      return "variables of its environment name its proxy, and a program that lives on already has its environment"
    }
    guard !knowsContract else { return nil }
    if scenario.grant != nil {
      return "it needs a client that gets itself new tokens, but this command does not read HEADWIND_AUTH"
    }
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
    try writeBody()
    let values = [
      ("{url}", first.url), ("{deadline}", String(deadline)), (Self.output, files.output), ("{method}", first.method),
      ("{body}", files.body), ("{ready}", files.said), ("{ca}", TrustedAuthority.path ?? ""),
    ]
    var environment = [
      "HEADWIND_URL": first.url, "HEADWIND_DEADLINE": String(deadline), "HEADWIND_OUTPUT": files.output,
      "HEADWIND_READY": files.said, "HEADWIND_METHOD": first.method, "HEADWIND_SCENARIO": scenario.id,
      "HEADWIND_REQUESTS": requests(),
    ]
    if first.bodyBytes != nil { environment["HEADWIND_BODY"] = files.body }
    for (name, value) in scenario.proxyVariables { environment[name] = value }
    if let grant { environment["HEADWIND_AUTH"] = Self.json(grant) }
    var plan = ClientPlan(
      words: settings.client.filled(values), environment: environment, cancel: scenario.cancel,
      startUp: Int64(settings.startUp) * Self.second, patience: Int64(2 * deadline + 3) * Self.second,
      cancelPatience: 2 * Self.second + longestCancel,
      lingering: lingering, outcome: files.outcome, begun: files.begun)
    plan.helpers = settings.client.helpers
    plan.sign = settings.ready
    plan.ready = files.ready
    plan.said = files.said
    if case .file(let path?) = settings.ready { plan.said = path }
    try NewFile.write(Array(Self.json(plan).utf8), to: files.plan)
  }

  private func writeBody() throws(RunnerError) {
    guard let count = scenario.requests.compactMap(\.bodyBytes).max() else { return }
    let file = try NewFile(files.body, isForClient: true)
    // Requests with bytes of their own have the same ones.
    if let content = scenario.requests.lazy.compactMap(\.content).first {
      try file.write(content)
    } else {
      for start in stride(from: 0, to: count, by: 1 << 20) {
        try file.write(ScriptedBody.filler(count: count).bytes(in: start..<min(count, start + 1 << 20)))
      }
    }
    try file.finish()
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

  /// How long a client is watched after a cancel. Libraries retransmit, retry and race their attempts for seconds.
  private static let cancelWatch: Int64 = 10 * second

  /// The time that the judge allows and two seconds, so that work after the deadline is seen; after a cancel, long enough to see what
  /// lives on.
  private var lingering: Int64 {
    if scenario.cancel != nil { return max(Self.cancelWatch, longestCancel + Self.second / 2) }
    return Int64(deadline) * Self.second / 10 * 11 + 2 * Self.second
  }

  /// How late one packet in a hundred may be before a verdict would say more of the machine than of the client, in
  /// milliseconds. Deadlines are judged to a tenth of a second and more.
  private static let tolerance = 40

  /// The words that run the client's host on the scenario's link.
  func runWords(_ entry: SuiteEntry, turn: Int) -> [String] {
    let link =
      [
        "--strict-link", "--late-by-ms", String(Self.tolerance), "--start-up", String(settings.startUp), "--ready-by",
        files.said,
      ] + (settings.ready == .packet ? [] : ["--begin-with", files.ready])
    return [settings.executable, "run"] + linkWords(entry, turn: turn) + link
      + ["--", settings.executable, "host-client", files.plan]
  }

  /// The options that define the scenario's link.
  private func linkWords(_ entry: SuiteEntry, turn: Int) -> [String] {
    let seed = settings.seed &+ UInt64(turn - 1)
    let link = [
      "--quiet", "--private", "--capture", files.capture, "--capture-side", "both", "--server-log", files.serverLog,
      "--seed", String(seed),
    ]
    var conditions = entry.reference.map { ["--scenario", $0.description] } ?? []
    if let own = entry.conditions {
      conditions += ["--profile", own.profile] + own.timeline.flatMap { ["--then", $0] }
    }
    return link + conditions
  }

  /// Writes what a program that lives on is asked.
  /// - Parameter next: where the holder of its link puts that for the program's host.
  /// - Returns: what the holder of its link is told.
  /// - Throws: `RunnerError` with the system's error.
  func writeTask(_ entry: SuiteEntry, turn: Int, number: Int, next: String) throws(RunnerError)
    -> PersistentOrder
  {
    try writeBody()
    let question = Question(
      id: number, scenario: scenario.id, url: first.url, method: first.method,
      body: first.bodyBytes.map { _ in files.body }, output: files.output, deadline: deadline,
      requests: scenario.requests.indices.map(request), auth: grant)
    let task = PersistentTask(
      number: number, text: Self.json(question), cancel: scenario.cancel,
      patience: Int64(2 * deadline + 3) * Self.second, cancelPatience: 2 * Self.second + longestCancel,
      lingering: lingering, files: files)
    try NewFile.write(Array(Self.json(task).utf8), to: files.task)
    return PersistentOrder(
      options: linkWords(entry, turn: turn), task: files.task, next: next, beginning: files.ready,
      startUp: settings.startUp, done: files.done, lateness: Int64(Self.tolerance))
  }

  /// What a program that lives on is asked, as it reads it.
  private struct Question: Encodable {
    var id: Int
    var scenario: String
    var url: String
    var method: String
    var body: String?
    var output: String
    /// Seconds.
    var deadline: Int
    var requests: [Request]
    var auth: Grant?
  }

  /// With the names of RFC 6749.
  private struct Grant: Encodable {
    var access_token: String
    var refresh_token: String
    var token_url: String
    /// Seconds.
    var expires_in: Int?
  }

  private var grant: Grant? {
    scenario.grant.map {
      Grant(
        access_token: $0.accessToken, refresh_token: $0.refreshToken, token_url: $0.url, expires_in: $0.lifetime)
    }
  }

  private struct Request: Encodable {
    var method: String
    var url: String
    var body: String?
    var output: String
    var accept: String?
    /// Seconds.
    var after: Double
    var together: Bool
  }

  /// The requests as JSON, for clients that do several.
  private func requests() -> String {
    Self.json(scenario.requests.indices.map(request))
  }

  private func request(_ index: Int) -> Request {
    let request = scenario.requests[index]
    return Request(
      method: request.method, url: request.url, body: request.bodyBytes.map { _ in files.body },
      output: files.output(of: index), accept: request.accept, after: Double(request.after) / 1e9,
      together: request.isTogether)
  }

  static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings and integers can always be encoded as JSON.
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }
}
