import LinkConditions
import YAML

/// Reads the parts of a lab, and reports what it does not understand.
struct LabReader {
  let problems: ProblemCollector
  let finder: ConditionsFinder

  /// The whole file.
  func lab(_ root: YAMLNode) -> Lab? {
    let shape = "a lab: hosts, and networks that they share"
    guard let reader = MappingReader(root, path: "", keys: LabFile.keys, shape: shape, problems: problems) else {
      return nil
    }
    let networks = entries(reader["networks"], path: "networks", what: "network").compactMap(network)
    guard let node = reader["hosts"] else {
      problems.report(
        "hosts: missing; a lab has at least one, such as 'hosts: { a: { command: curl http://b } }'", at: root)
      return nil
    }
    let written = entries(node, path: "hosts", what: "host")
    let names = written.map(\.name)
    let places = networks.map(\.name) + [Lab.internet]
    let hosts = written.compactMap { HostReader(self, $0, hosts: names, networks: places)?.host() }
    let paths = self.paths(reader["paths"], hosts: names)
    let lab = Lab(name: name(reader), hosts: hosts, networks: networks, paths: paths)
    // What follows would repeat what was reported already.
    guard problems.problems.isEmpty else { return nil }
    LabCheck(lab: lab, problems: problems).check(hosts: written, networks: reader["networks"], root: root)
    return lab
  }

  private func name(_ reader: MappingReader) -> String {
    guard let node = reader["name"] else { return "lab" }
    guard let name = reader.text("name") else { return "" }
    if let flaw = Self.flaw(ofName: name) { problems.report("name: '\(name.shortened)' \(flaw)", at: node) }
    return name
  }

  /// Why a text is not a name, in words that follow it; nil if it is one.
  static func flaw(ofName name: String) -> String? {
    let isValid = name.utf8.enumerated().allSatisfy { index, byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      case 0x2D, 0x5F: index > 0
      default: false
      }
    }
    guard isValid, (1...20).contains(name.utf8.count) else {
      return "is not a valid name; use at most 20 letters, digits, '-' and '_', and begin with a letter or digit"
    }
    return nil
  }

  /// An entry of `hosts` or `networks`.
  struct Entry {
    var name: String
    var key: YAMLNode
    var value: YAMLNode
    /// The path of keys that leads to it.
    var path: String
  }

  /// The entries of a mapping from names.
  private func entries(_ node: YAMLNode?, path: String, what: String) -> [Entry] {
    guard let node else { return [] }
    guard case .mapping(let mapping) = node, !mapping.isEmpty else {
      problems.report(
        "\(path): found \(MappingReader.describe(node)); write a \(what) a line: its name, a colon, and what it is",
        at: node)
      return []
    }
    return mapping.compactMap { key, value in
      guard let name = key.scalar?.string else {
        problems.report("\(path): the name of a \(what) is a word, not \(MappingReader.describe(key))", at: key)
        return nil
      }
      if let flaw = Self.flaw(ofName: name) {
        problems.report("\(path): '\(name.shortened)' \(flaw)", at: key)
        return nil
      }
      if name == Lab.internet || name == "localhost" {
        let meaning = name == Lab.internet ? "the network of all hosts without another one" : "each host itself"
        problems.report("\(path): '\(name)' is \(meaning); choose another name", at: key)
        return nil
      }
      return Entry(name: name, key: key, value: value, path: "\(path).\(name)")
    }
  }

  private func network(_ entry: Entry) -> LabNetwork? {
    // A network without anything to say of it is written `lan:`.
    if entry.value.scalar?.string.isEmpty == true {
      return LabNetwork(name: entry.name, timeline: Timeline(first: .clean))
    }
    let shape = "the conditions of its line, such as '{ profile: DSL }'"
    let keys = LabFile.networkKeys
    return MappingReader(entry.value, path: entry.path, keys: keys, shape: shape, problems: problems)
      .map { reader in
        let timeline = conditions(reader)
        return LabNetwork(name: entry.name, timeline: timeline, load: load(reader, timeline.first))
      }
  }

  private func load(_ reader: MappingReader, _ profile: Profile) -> LoadRequest? {
    guard let node = reader["load"], let text = problems.text(node, path: reader.place("load"), LoadRequest.words)
    else {
      return nil
    }
    guard let load = LoadRequest(parsing: text) else {
      problems.report("\(reader.place("load")): found '\(text.shortened)'; write \(LoadRequest.words)", at: node)
      return nil
    }
    if load.directions.allSatisfy({ profile[$0].bandwidth == nil }) {
      problems.report(
        "\(reader.place("load")): a load is a share of a bandwidth, and the profile has none; choose one such as DSL",
        at: node)
    }
    return load
  }

  private func paths(_ node: YAMLNode?, hosts: [String]) -> [LabPath] {
    guard let node else { return [] }
    let shape = "'- { from: a, to: b, profile: Edge }'"
    guard case .sequence(let nodes) = node else {
      problems.report("paths: found \(MappingReader.describe(node)); write a list such as \(shape)", at: node)
      return []
    }
    var pairs: Set<Set<String>> = []
    return nodes.enumerated().compactMap { index, node in
      let path = "paths[\(index + 1)]"
      let keys = LabFile.pathKeys
      guard let reader = MappingReader(node, path: path, keys: keys, shape: shape, problems: problems) else {
        return nil
      }
      let ends = ["from", "to"].compactMap { key -> String? in
        guard let end = reader[key] else {
          problems.report("\(path).\(key): missing; a path is between two hosts: \(shape)", at: node)
          return nil
        }
        return known(end, path: reader.place(key), what: "host", among: hosts)
      }
      guard ends.count == 2 else { return nil }
      if ends[0] == ends[1] {
        problems.report("\(path): a path leads from a host to another one", at: node)
      } else if !pairs.insert(Set(ends)).inserted {
        problems.report(
          "\(path): there is another path between \(ends[0]) and \(ends[1]); one carries both directions", at: node)
      }
      return LabPath(from: ends[0], to: ends[1], timeline: conditions(reader))
    }
  }

  /// A name that must be one of several.
  func known(_ node: YAMLNode, path: String, what: String, among names: [String]) -> String? {
    guard let name = problems.text(node, path: path, "the name of a \(what)") else { return nil }
    guard !names.contains(name) else { return name }
    let hint = Nearest.to(name, among: names).map { "; did you mean '\($0)'?" } ?? ""
    problems.report(
      "\(path): there is no \(what) '\(name.shortened)'\(hint) (there are: \(names.joined(separator: ", ")))", at: node)
    return nil
  }

  /// What `profile` and `then` say.
  func conditions(_ reader: MappingReader) -> Timeline {
    var timeline = Timeline(first: .clean)
    if let node = reader["profile"] { timeline = conditions(node, path: reader.place("profile")) }
    guard let node = reader["then"] else { return timeline }
    let path = reader.place("then")
    guard timeline.phases.isEmpty else {
      problems.report("\(path): the profile is a timeline and cannot be combined with 'then'", at: node)
      return timeline
    }
    let nodes = if case .sequence(let nodes) = node { Array(nodes) } else { [node] }
    var builder = TimelineBuilder(first: timeline.first)
    for node in nodes { add(node, path: path, to: &builder) }
    return builder.build()
  }

  private func conditions(_ node: YAMLNode, path: String) -> Timeline {
    if case .mapping = node {
      return Timeline(first: ProfileFile.profile(of: node, name: path, finder.companions, problems))
    }
    guard let name = problems.text(node, path: path, "the name of a profile, a file, or conditions in braces") else {
      return Timeline(first: .clean)
    }
    do {
      return try finder.find(name)
    } catch {
      problems.report("\(path): \(error)", at: node)
      return Timeline(first: .clean)
    }
  }

  private func add(_ node: YAMLNode, path: String, to builder: inout TimelineBuilder) {
    guard let line = problems.text(node, path: path, "a change such as 'Black Hole after 10 s'") else { return }
    do {
      let clause = try TimelineClause(parsing: line)
      var profile: Profile?
      if clause.event == nil {
        let found = try finder.find(clause.profileName)
        guard found.phases.isEmpty else {
          return problems.report(
            "\(path): '\(clause.profileName)' is a timeline, but a change needs a profile", at: node)
        }
        profile = found.first
      }
      try builder.add(clause, profile)
    } catch let problem as TimelineClause.Problem {
      problems.report("\(path): \(problem.message) (at character \(problem.column))", at: node)
    } catch let problem as TimelineBuilder.Problem {
      problems.report("\(path): \(problem.message)", at: node)
    } catch {
      problems.report("\(path): \(error)", at: node)
    }
  }
}
