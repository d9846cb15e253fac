internal import FarSide
internal import LinkConditions
internal import YAML

/// Reads one scenario of a suite file.
struct ScenarioReader {
  static let keys = [
    "id", "summary", "rationale", "source", "profile", "then", "ask", "auth", "deadline", "cancel", "shows", "uses",
    "http", "https", "dns", "search", "proxy", "expect",
  ]

  private let node: YAMLNode
  private let reader: MappingReader
  private let files: CompanionFiles
  private var problems: ProblemCollector { reader.problems }

  init?(_ node: YAMLNode, path: String, problems: ProblemCollector, files: CompanionFiles) {
    let shape = "a scenario: id, ask, expect ..."
    guard let reader = MappingReader(node, path: path, keys: Self.keys, shape: shape, problems: problems) else {
      return nil
    }
    self.node = node
    self.reader = reader
    self.files = files
  }

  func scenario() -> Scenario? {
    guard let id = id() else { return nil }
    let before = problems.problems.count
    var scenario = Scenario(id: id, requests: requests(), trigger: .clientStarted, expectations: expectations())
    scenario.premises = premises()
    scenario.use = reader.choice("uses")
    scenario.summary = reader.text("summary") ?? ""
    scenario.rationale = oneLine(reader.text("rationale"))
    scenario.source = oneLine(reader.text("source"))
    scenario.profile = profile()
    scenario.timeline = clauses()
    scenario.deadline = reader.duration("deadline").flatMap(wholeSeconds)
    scenario.grant = reader["auth"].flatMap {
      TokenGrantReader(problems: problems, requests: askedRequests).grant($0, path: reader.place("auth"))
    }
    scenario.cancel = reader["cancel"].flatMap(cancel)
    scenario.searchDomain = searchDomain()
    scenario.farSide = FarSidePlan(
      http: reader["http"].flatMap { server($0, "http") },
      https: reader["https"].flatMap {
        ServerReader.secure($0, path: reader.place("https"), problems: problems, files: files)
      } ?? SecureScript(),
      dns: reader["dns"].map { NameRulesReader(path: reader.place("dns"), problems: problems).rules($0) } ?? .standard,
      proxy: reader["proxy"].flatMap {
        ServerReader.proxy($0, path: reader.place("proxy"), problems: problems, files: files)
      })
    if problems.problems.count == before { checkContradictions(scenario) }
    return scenario
  }

  private func id() -> String? {
    guard let node = reader["id"] else {
      problems.report("\(reader.place("id")): missing; give the scenario an id such as 'head.stall'", at: self.node)
      return nil
    }
    guard let id = reader.text("id") else { return nil }
    guard Scenario.isID(id) else {
      problems.report(
        "\(reader.place("id")): '\(id.shortened)' is not a valid id; write lower-case letters, digits, '-' and '.', such as 'head.stall'",
        at: node)
      return nil
    }
    return id
  }

  private func searchDomain() -> String? {
    guard let node = reader["search"], let text = reader.text("search") else { return nil }
    if text.wholeMatch(of: /[a-z0-9-]+(\.[a-z0-9-]+)*/) != nil { return text }
    problems.report("\(reader.place("search")): '\(text.shortened)' is not a domain such as corp.test", at: node)
    return nil
  }

  private func oneLine(_ text: String?) -> String {
    (text ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func wholeSeconds(_ time: LinkDuration) -> Int? {
    let seconds = time.nanoseconds / 1_000_000_000
    guard (1...600).contains(seconds), seconds * 1_000_000_000 == time.nanoseconds else {
      problems.report(
        "\(reader.place("deadline")): write whole seconds, 1 s to 600 s", at: reader["deadline"] ?? node)
      return nil
    }
    return Int(seconds)
  }

  /// A time, or a time and a signal.
  private func cancel(_ node: YAMLNode) -> CancelOrder? {
    if case .scalar = node { return reader.duration("cancel").map { CancelOrder(after: $0.nanoseconds) } }
    let path = reader.place("cancel")
    let shape = "a time such as '1 s', or '{ after: 1 s, by: SIGTERM }'"
    guard
      let own = MappingReader(node, path: path, keys: ["after", "by"], shape: shape, problems: problems),
      let after = own.duration("after")
    else { return nil }
    guard let signal = own.text("by") else { return CancelOrder(after: after.nanoseconds) }
    if signal != "SIGTERM", let node = own["by"] {
      problems.report(
        "\(own.place("by")): '\(signal.shortened)' is not SIGTERM, the only signal that is supported", at: node)
    }
    return CancelOrder(after: after.nanoseconds, isTermination: true)
  }

  private func requests() -> [AskedRequest] {
    guard let node = reader["ask"] else {
      problems.report("\(reader.place("ask")): missing; write what the client should request", at: self.node)
      return []
    }
    if case .sequence(let nodes) = node {
      if nodes.isEmpty {
        problems.report("\(reader.place("ask")): the list is empty; write what the client should request", at: node)
      }
      return nodes.enumerated().flatMap { askedRequests.requests($1, path: "\(reader.place("ask"))[\($0 + 1)]") }
    }
    return askedRequests.requests(node, path: reader.place("ask"))
  }

  private var askedRequests: AskedRequestReader { AskedRequestReader(problems: problems, files: files) }

  private func clauses() -> [String] {
    guard let node = reader["then"] else { return [] }
    let nodes: [YAMLNode]
    if case .sequence(let sequence) = node { nodes = Array(sequence) } else { nodes = [node] }
    return nodes.compactMap { node -> String? in
      guard let text = problems.text(node, path: reader.place("then"), "a clause such as 'Black Hole after 2 s'") else {
        return nil
      }
      do throws(TimelineClause.Problem) {
        let clause = try TimelineClause(parsing: text)
        if clause.event == nil { checkProfile(clause.profileName, at: node, reader.place("then")) }
      } catch {
        problems.report("\(reader.place("then")): \(error.message)", at: node)
      }
      return text
    }
  }

  /// One event, or a list of them.
  private func premises() -> [Trigger] {
    let place = reader.place("shows")
    guard let node = reader["shows"] else {
      problems.report("\(place): missing; write the event that shows that the scenario took place", at: self.node)
      return []
    }
    guard case .sequence(let nodes) = node else { return premise(node, place).map { [$0] } ?? [] }
    if nodes.isEmpty { problems.report("\(place): the list is empty; write what must have happened", at: node) }
    return nodes.compactMap { premise($0, place) }
  }

  private func premise(_ node: YAMLNode, _ place: String) -> Trigger? {
    guard let text = problems.text(node, path: place, "an event") else { return nil }
    if let trigger = Trigger(rawValue: text) { return trigger }
    let names = Trigger.allCases.map(\.rawValue)
    let hint = Nearest.to(text, among: names).map { "; did you mean '\($0)'?" } ?? ""
    problems.report("\(place): '\(text.shortened)' is not one of \(names.joined(separator: ", "))\(hint)", at: node)
    return nil
  }

  private func expectations() -> [Expectation] {
    guard let node = reader["expect"], case .sequence(let nodes) = node, !nodes.isEmpty else {
      problems.report(
        "\(reader.place("expect")): missing; write a list such as '- must: fail'", at: reader["expect"] ?? self.node)
      return []
    }
    return nodes.enumerated().compactMap { expectation($1, path: "\(reader.place("expect"))[\($0 + 1)]") }
  }

  private func expectation(_ node: YAMLNode, path: String) -> Expectation? {
    let shape = "'must: ...', 'should: ...' or 'note: ...'"
    let keys = Requirement.allCases.map(\.key)
    guard let own = MappingReader(node, path: path, keys: keys, shape: shape, problems: problems) else { return nil }
    guard own.mapping.count == 1, let requirement = Requirement.allCases.first(where: { own[$0.key] != nil }),
      let value = own[requirement.key]
    else {
      problems.report("\(path): write one of \(shape)", at: node)
      return nil
    }
    let key = requirement.key
    guard let text = own.text(key) else { return nil }
    do {
      return Expectation(requirement, try DemandPhrase.demand(in: text))
    } catch {
      problems.report("\(own.place(key)): '\(text.shortened)' \(error.words)", at: value)
      return nil
    }
  }

  private func server(_ node: YAMLNode, _ key: String) -> ServerScript? {
    ServerReader(node, path: reader.place(key), problems: problems, files: files)?.script()
  }

  private func checkContradictions(_ scenario: Scenario) {
    for (key, words) in ScenarioContradictions(scenario: scenario).all {
      problems.report("\(reader.place(key)): \(words)", at: reader[key] ?? node)
    }
  }

  /// Reads the name of a shipped profile, inline conditions, or a path. Paths are resolved when the scenario is run.
  private func profile() -> String? {
    guard let node = reader["profile"], let text = reader.text("profile") else { return nil }
    checkProfile(text, at: node, reader.place("profile"))
    return text
  }

  private func checkProfile(_ text: String, at node: YAMLNode, _ path: String) {
    if text.contains("/") || text.hasSuffix(".yaml") || text.hasSuffix(".yml") { return }
    if text.hasPrefix("{") {
      do throws(ProfileFileError) {
        _ = try ProfileFile.inline(text)
      } catch {
        for problem in error.problems { problems.report("\(path): \(problem.message)", at: node) }
      }
      return
    }
    do throws(ProfileLibrary.UnknownName) {
      _ = try ProfileLibrary.shipped.profile(named: text)
    } catch {
      let hint = error.nearest.map { "; did you mean '\($0)'?" } ?? "; 'headwind profile list' lists all profiles"
      problems.report("\(path): there is no profile '\(text.shortened)'\(hint)", at: node)
    }
  }
}
