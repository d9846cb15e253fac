internal import FarSide
internal import LinkConditions
internal import YAML

/// Reads the script of a scenario's server for one port.
///
///     http:
///       connections:
///         - [read-request, { respond: { status: 200, body: 40 KB, stop-after: 10 KB } }, reset]
struct ServerReader {
  static let keys = ["listen", "connections", "requests", "receive-buffer"]
  /// The additional keys for port 443.
  static let secureKeys = ["certificate", "opening"]

  private let node: YAMLNode
  private let reader: MappingReader
  private let isSecure: Bool
  private let files: CompanionFiles
  private var problems: ProblemCollector { reader.problems }

  init?(_ node: YAMLNode, path: String, isSecure: Bool = false, problems: ProblemCollector, files: CompanionFiles) {
    let shape = "what the server does: '{ listen: never }', or 'connections:' or 'requests:' with lists of steps"
    let keys = Self.keys + (isSecure ? Self.secureKeys : [])
    guard let reader = MappingReader(node, path: path, keys: keys, shape: shape, problems: problems) else {
      return nil
    }
    self.node = node
    self.reader = reader
    self.isSecure = isSecure
    self.files = files
  }

  /// Reads the script of a server with TLS.
  ///
  ///     https:
  ///       certificate: expired
  ///       opening: [[read-hello, stall]]
  static func secure(
    _ node: YAMLNode, path: String, problems: ProblemCollector, files: CompanionFiles
  ) -> SecureScript? {
    guard let reader = ServerReader(node, path: path, isSecure: true, problems: problems, files: files) else {
      return nil
    }
    var secure = SecureScript(certificate: reader.choice("certificate", .good))
    secure.opening = reader.reader["opening"].map { reader.lists($0, "opening", .beforeTLS) } ?? []
    if ["listen", "connections", "requests", "receive-buffer"].contains(where: { reader.reader[$0] != nil }) {
      secure.script = reader.script()
    }
    return secure
  }

  func script() -> ServerScript {
    var script = ServerScript(acts: acts())
    script.listening = choice("listen", .accept)
    script.receiveBuffer = reader.quantity("receive-buffer", .size).map { Int(clamping: $0) }
    let acts = ["connections", "requests", "opening"]
    if script.listening != .accept, let other = acts.first(where: { reader[$0] != nil }) {
      problems.report(
        "\(reader.place(other)): no connection is accepted on a port with 'listen: \(script.listening.rawValue)'",
        at: reader[other] ?? node)
    }
    return script
  }

  /// Reads one of the values of an enumeration.
  private func choice<Value: RawRepresentable & CaseIterable>(_ key: String, _ standard: Value) -> Value
  where Value.RawValue == String {
    guard let node = reader[key], let text = reader.text(key) else { return standard }
    if let value = Value(rawValue: text) { return value }
    let names = Value.allCases.map(\.rawValue)
    let hint = Nearest.to(text, among: names).map { "; did you mean '\($0)'?" } ?? ""
    problems.report(
      "\(reader.place(key)): '\(text.shortened)' is not one of \(names.joined(separator: ", "))\(hint)", at: node)
    return standard
  }

  private var place: StepPlace { isSecure ? .withinTLS : .inTheClear }

  private func acts() -> ServerScript.Acts {
    switch (reader["connections"], reader["requests"]) {
    case (let connections?, nil): return .connections(lists(connections, "connections", place))
    case (nil, let requests?): return .requests(lists(requests, "requests", place))
    case (.some, let requests?):
      problems.report("\(reader.place("requests")): write either 'connections' or 'requests'", at: requests)
      return .requests([])
    case (nil, nil):
      if reader["listen"] == nil {
        problems.report("\(reader.place("connections")): missing; write what the server does", at: node)
      }
      return .connections([])
    }
  }

  private func lists(_ node: YAMLNode, _ key: String, _ place: StepPlace) -> [[ServerStep]] {
    guard case .sequence(let lists) = node, !lists.isEmpty else {
      problems.report("\(reader.place(key)): write a list of lists of steps, one list for each in turn", at: node)
      return []
    }
    return lists.enumerated().map { index, list in
      let path = "\(reader.place(key))[\(index + 1)]"
      guard case .sequence(let steps) = list, !steps.isEmpty else {
        problems.report("\(path): write a list of steps, such as [read-request, stall]", at: list)
        return []
      }
      let played = steps.enumerated().compactMap {
        StepReader(path: "\(path)[\($0 + 1)]", place: place, problems: problems, files: files).step($1)
      }
      if let end = played.firstIndex(where: \.isLast), played.count == steps.count, end + 1 < steps.count {
        problems.report(
          "\(path)[\(end + 2)]: is never reached; the step before it ends the connection", at: steps[end + 1])
      }
      return played
    }
  }
}
