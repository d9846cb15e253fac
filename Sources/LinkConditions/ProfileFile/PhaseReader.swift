internal import YAML

/// Reads a phase of a timeline file.
struct PhaseReader {
  /// A phase and its place in the file.
  struct Phase {
    var clause: TimelineClause
    /// The profile, or nil for an event.
    var profile: Profile?
    var node: YAMLNode
    var path: String
  }

  static let keys = ["profile", "event", "direction", "queued", "after", "when", "for"]

  let companions: CompanionFiles
  let problems: ProblemCollector
  let find: (String) throws -> Profile

  func phase(_ node: YAMLNode, path: String) -> Phase? {
    let shape = "a phase such as '{ profile: Edge, after: 2 s }'"
    let inline = ProfileFile.keys
    guard
      let reader = MappingReader(node, path: path, keys: Self.keys + inline, shape: shape, problems: problems)
    else { return nil }
    var clause = TimelineClause(profileName: "", trigger: trigger(reader))
    clause.duration = reader.duration("for")
    clause.event = event(reader)
    clause.direction = direction(reader)
    clause.queued = queued(reader)
    if clause.event != nil, let extra = reader["queued"] {
      problems.report("\(path).queued: an event does not switch conditions; remove 'queued'", at: extra)
    }
    if clause.event == .rebind, let extra = reader["for"] {
      problems.report("\(path).for: a rebind has no duration; remove 'for'", at: extra)
    }
    var phase = Phase(clause: clause, profile: nil, node: node, path: path)
    let kinds = ["profile", "event"].filter { reader[$0] != nil }
    let isInline = inline.contains { reader[$0] != nil }
    guard kinds.count + (isInline ? 1 : 0) == 1 else {
      problems.report("\(path): write either a profile's name, an event, or conditions", at: node)
      return nil
    }
    if isInline {
      let name = reader.text("name") ?? path
      phase.profile = ProfileFile.read(reader, name: name, companions)
    } else if kinds == ["profile"] {
      phase.profile = profile(reader)
      guard phase.profile != nil else { return nil }
    }
    return phase
  }

  private func profile(_ reader: MappingReader) -> Profile? {
    guard let node = reader["profile"], let name = reader.text("profile") else { return nil }
    do {
      return try find(name)
    } catch let error as ProfileLibrary.UnknownName {
      let hint = error.nearest.map { "; did you mean '\($0)'?" } ?? ""
      problems.report("\(reader.place("profile")): there is no profile '\(name.shortened)'\(hint)", at: node)
    } catch {
      problems.report("\(reader.place("profile")): \(error)", at: node)
    }
    return nil
  }

  private func event(_ reader: MappingReader) -> LinkEvent? {
    guard let node = reader["event"], let text = reader.text("event") else { return nil }
    if let event = TimelineClause.event(text) { return event }
    problems.report("\(reader.place("event")): found '\(text.shortened)'; write rebind, link-down or link-up", at: node)
    return nil
  }

  private func direction(_ reader: MappingReader) -> LinkDirection? {
    guard let node = reader["direction"], let text = reader.text("direction") else { return nil }
    if let direction = SelectorText.direction(text) { return direction }
    problems.report("\(reader.place("direction")): found '\(text.shortened)'; write up or down", at: node)
    return nil
  }

  private func queued(_ reader: MappingReader) -> QueuedTreatment? {
    guard let node = reader["queued"], let text = reader.text("queued") else { return nil }
    if let treatment = QueuedTreatment(rawValue: text) { return treatment }
    problems.report("\(reader.place("queued")): found '\(text.shortened)'; write keep, rerate or drop", at: node)
    return nil
  }

  private func trigger(_ reader: MappingReader) -> Trigger? {
    if let after = reader["after"] {
      if reader["when"] != nil {
        problems.report("\(reader.place("after")): a phase has one start, either 'after' or 'when'", at: after)
      }
      return reader.duration("after").map { .after($0) }
    }
    guard let node = reader["when"], let text = reader.text("when") else { return nil }
    do {
      return try Trigger(parsing: text)
    } catch {
      problems.report("\(reader.place("when")): \(error.words)", at: node)
      return nil
    }
  }
}
