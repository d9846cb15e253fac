import LinkConditions
import YAML

/// Reads a host of a lab.
struct HostReader {
  /// How long a host may take to become ready, if the file does not say.
  private static let usualLimit = LinkDuration.milliseconds(60_000)

  private let lab: LabReader
  private let entry: LabReader.Entry
  private let reader: MappingReader
  private let hosts: [String]
  private let networks: [String]
  private var problems: ProblemCollector { lab.problems }

  /// - Parameters:
  ///   - hosts: the names of all hosts.
  ///   - networks: the names of all networks.
  init?(_ lab: LabReader, _ entry: LabReader.Entry, hosts: [String], networks: [String]) {
    let shape = "what it does and where it is, such as '{ command: curl http://b, network: home }'"
    guard
      let reader = MappingReader(
        entry.value, path: entry.path, keys: LabFile.hostKeys, shape: shape, problems: lab.problems)
    else { return nil }
    self.lab = lab
    self.entry = entry
    self.reader = reader
    self.hosts = hosts
    self.networks = networks
  }

  func host() -> LabHost? {
    let role = role()
    if let role, !role.isCommand {
      let words =
        role == .farSide
        ? "the far side is Headwind's own servers, which are" : "devices come by themselves, and their host is"
      for key in ["environment", "working_dir", "depends_on", "ready", "daemon"] where reader[key] != nil {
        problems.report(
          "\(reader.place(key)): \(words) always ready; omit this", at: reader[key] ?? entry.value)
      }
    }
    let attachments = attachments()
    guard let role else { return nil }
    return LabHost(
      name: entry.name, role: role, environment: environment(), workingDirectory: reader.text("working_dir"),
      dependencies: dependencies(), readiness: readiness(), isDaemon: flag("daemon"), attachments: attachments)
  }

  private func role() -> LabHost.Role? {
    let isFarSide = flag("far_side")
    let kinds = ["command": reader["command"] != nil, "far_side": isFarSide, "devices": reader["devices"] != nil]
    guard kinds.values.count(where: { $0 }) <= 1 else {
      problems.report(
        "\(entry.path): has more than one of 'command:', 'far_side: true' and 'devices:'; keep one",
        at: reader["command"] ?? entry.key)
      return nil
    }
    if isFarSide { return .farSide }
    if let node = reader["devices"] { return devices(node) }
    guard let node = reader["command"] else {
      problems.report("\(entry.path): has neither 'command:' nor 'far_side: true' nor 'devices:'", at: entry.key)
      return nil
    }
    guard case .sequence(let nodes) = node else {
      // As in a terminal: the shell splits the line.
      return problems.text(node, path: reader.place("command"), "a line of the shell, or a list of words")
        .map { .command(["/bin/sh", "-c", $0]) }
    }
    let words = nodes.compactMap { problems.text($0, path: reader.place("command"), "a word") }
    if nodes.isEmpty { problems.report("\(reader.place("command")): found an empty list; write a command", at: node) }
    return words.count == nodes.count && !words.isEmpty ? .command(words) : nil
  }

  /// An interface of the machine, as the kernel names them (`dev_valid_name`).
  private func devices(_ node: YAMLNode) -> LabHost.Role? {
    let path = reader.place("devices")
    guard let name = problems.text(node, path: path, "the interface at which the devices are, such as eth1") else {
      return nil
    }
    guard (1...15).contains(name.utf8.count), name != ".", name != "..",
      name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x2F && $0 != 0x3A })
    else {
      problems.report("\(path): '\(name.shortened)' is not the name of an interface; write one such as eth1", at: node)
      return nil
    }
    return .devices(interface: name)
  }

  private func flag(_ key: String) -> Bool {
    guard let node = reader[key], let text = problems.text(node, path: reader.place(key), "true or false") else {
      return false
    }
    if !["true", "false"].contains(text) {
      problems.report("\(reader.place(key)): found '\(text.shortened)'; write true or false", at: node)
    }
    return text == "true"
  }

  private func environment() -> [LabHost.Variable] {
    guard let node = reader["environment"] else { return [] }
    let path = reader.place("environment")
    switch node {
    case .mapping(let mapping):
      return mapping.compactMap { key, value in
        guard let name = variableName(key.scalar?.string ?? "", path, key) else { return nil }
        guard case .scalar(let scalar) = value else {
          problems.report("\(path).\(name): found \(MappingReader.describe(value)); write text", at: value)
          return nil
        }
        return LabHost.Variable(name: name, value: scalar.string)
      }
    case .sequence(let nodes):
      return nodes.compactMap { node in
        guard let text = problems.text(node, path: path, "NAME=value") else { return nil }
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else {
          problems.report("\(path): found '\(text.shortened)'; write NAME=value", at: node)
          return nil
        }
        return variableName(parts[0], path, node).map { LabHost.Variable(name: $0, value: parts[1]) }
      }
    case .scalar:
      problems.report("\(path): found \(MappingReader.describe(node)); write '{ NAME: value }'", at: node)
      return []
    }
  }

  private func variableName(_ name: String, _ path: String, _ node: YAMLNode) -> String? {
    guard !name.isEmpty, name.utf8.allSatisfy({ $0 != 0x3D && $0 != 0 }) else {
      problems.report("\(path): '\(name.shortened)' is not the name of a variable", at: node)
      return nil
    }
    return name
  }

  private func readiness() -> LabHost.Readiness? {
    guard let node = reader["ready"] else { return nil }
    let shape = "'{ port: 8080 }' or '{ port: 8080, within: 30 s }'"
    let path = reader.place("ready")
    let keys = LabFile.readyKeys
    guard let ready = MappingReader(node, path: path, keys: keys, shape: shape, problems: problems) else { return nil }
    guard let text = ready.text("port"), let port = UInt16(text), port > 0 else {
      problems.report("\(path).port: write a TCP port from 1 to 65535, such as \(shape)", at: ready["port"] ?? node)
      return nil
    }
    return LabHost.Readiness(port: port, limit: ready.duration("within") ?? Self.usualLimit)
  }

  private func dependencies() -> [LabHost.Dependency] {
    guard let node = reader["depends_on"] else { return [] }
    let path = reader.place("depends_on")
    switch node {
    case .sequence(let nodes):
      return nodes.compactMap { dependency($0, path: path).map { LabHost.Dependency(host: $0, state: .ready) } }
    case .mapping(let mapping):
      return mapping.compactMap { key, value in
        guard let host = dependency(key, path: path), let state = state(value, path: "\(path).\(host)") else {
          return nil
        }
        return LabHost.Dependency(host: host, state: state)
      }
    case .scalar:
      return dependency(node, path: path).map { [LabHost.Dependency(host: $0, state: .ready)] } ?? []
    }
  }

  private func dependency(_ node: YAMLNode, path: String) -> String? {
    guard let host = lab.known(node, path: path, what: "host", among: hosts) else { return nil }
    if host == entry.name {
      problems.report("\(path): a host cannot wait for itself", at: node)
      return nil
    }
    return host
  }

  /// `ready`, or `{ condition: service_healthy }` as docker compose writes it.
  private func state(_ node: YAMLNode, path: String) -> LabHost.Dependency.State? {
    var node = node
    if case .mapping = node {
      guard
        let reader = MappingReader(
          node, path: path, keys: ["condition"], shape: "started, ready or ended", problems: problems)
      else { return nil }
      node = reader["condition"] ?? node
    }
    guard let text = problems.text(node, path: path, "started, ready or ended") else { return nil }
    let compose = [
      "service_started": LabHost.Dependency.State.started, "service_healthy": .ready,
      "service_completed_successfully": .ended,
    ]
    if let state = LabHost.Dependency.State(rawValue: text) ?? compose[text] { return state }
    problems.report("\(path): found '\(text.shortened)'; write started, ready or ended", at: node)
    return nil
  }

  private func attachments() -> [LabHost.Attachment] {
    let path = reader.place("networks")
    if let node = reader["network"], reader["networks"] != nil {
      problems.report("\(reader.place("network")): 'networks' is there too; keep one", at: node)
    }
    guard let node = reader["networks"] else {
      let network = reader["network"].map {
        lab.known($0, path: reader.place("network"), what: "network", among: networks) ?? Lab.internet
      }
      return [LabHost.Attachment(network: network ?? Lab.internet, timeline: lab.conditions(reader))]
    }
    let own = lab.conditions(reader)
    switch node {
    case .sequence(let nodes):
      return unique(
        nodes.compactMap { node in
          lab.known(node, path: path, what: "network", among: networks)
            .map { LabHost.Attachment(network: $0, timeline: own) }
        }, node, path)
    case .mapping(let mapping):
      return unique(mapping.compactMap { attachment($0, $1, path, own) }, node, path)
    case .scalar:
      problems.report(
        "\(path): found \(MappingReader.describe(node)); write a list such as '[home, office]', or 'network: home'",
        at: node)
      return []
    }
  }

  private func attachment(_ key: YAMLNode, _ value: YAMLNode, _ path: String, _ own: Timeline) -> LabHost.Attachment? {
    guard let network = lab.known(key, path: path, what: "network", among: networks) else { return nil }
    if value.scalar?.string.isEmpty == true { return LabHost.Attachment(network: network, timeline: own) }
    let shape = "the conditions of the host's line to it, such as '{ profile: Wi-Fi }'"
    let keys = LabFile.lineKeys
    return MappingReader(value, path: "\(path).\(network)", keys: keys, shape: shape, problems: problems)
      .map { LabHost.Attachment(network: network, timeline: lab.conditions($0)) }
  }

  private func unique(_ found: [LabHost.Attachment], _ node: YAMLNode, _ path: String) -> [LabHost.Attachment] {
    if Set(found.map(\.network)).count < found.count {
      problems.report("\(path): a network appears more than once; keep one", at: node)
    }
    if case .sequence(let nodes) = node, nodes.isEmpty {
      problems.report("\(path): found an empty list; omit it for a host on the internet", at: node)
    }
    return found
  }
}
