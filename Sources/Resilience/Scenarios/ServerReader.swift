internal import FarSide
internal import LinkConditions
internal import Yams

/// Reads what a scenario's server does on one port.
///
///     http:
///       connections:
///         - [read-request, { respond: { status: 200, body: 40 KB, stop-after: 10 KB } }, reset]
struct ServerReader {
  static let keys = ["listen", "connections", "requests", "receive-buffer"]

  private let node: Node
  private let reader: MappingReader
  private var problems: ProblemCollector { reader.problems }

  init?(_ node: Node, path: String, problems: ProblemCollector) {
    let shape = "what the server does: '{ listen: never }', or 'connections:' or 'requests:' with lists of steps"
    guard let reader = MappingReader(node, path: path, keys: Self.keys, shape: shape, problems: problems) else {
      return nil
    }
    self.node = node
    self.reader = reader
  }

  func script() -> ServerScript {
    var script = ServerScript(acts: acts())
    script.listening = choice("listen", .accept)
    script.receiveBuffer = reader.quantity("receive-buffer", .size).map { Int(clamping: $0) }
    if script.listening != .accept, let other = ["connections", "requests"].first(where: { reader[$0] != nil }) {
      problems.report(
        "\(reader.place(other)): nothing is ever accepted on a port with 'listen: \(script.listening.rawValue)'",
        at: reader[other] ?? node)
    }
    return script
  }

  /// One of the values of an enumeration.
  private func choice<Value: RawRepresentable & CaseIterable>(_ key: String, _ standard: Value) -> Value
  where Value.RawValue == String {
    guard let node = reader[key], let text = reader.text(key) else { return standard }
    if let value = Value(rawValue: text) { return value }
    let names = Value.allCases.map(\.rawValue)
    let hint = Nearest.to(text, among: names).map { "; did you mean '\($0)'?" } ?? ""
    problems.report(
      "\(reader.place(key)): '\(text.shortened)' is none of \(names.joined(separator: ", "))\(hint)", at: node)
    return standard
  }

  private func acts() -> ServerScript.Acts {
    switch (reader["connections"], reader["requests"]) {
    case (let connections?, nil): return .connections(lists(connections, "connections"))
    case (nil, let requests?): return .requests(lists(requests, "requests"))
    case (.some, let requests?):
      problems.report("\(reader.place("requests")): write either 'connections' or 'requests'", at: requests)
      return .requests([])
    case (nil, nil):
      if reader["listen"] == nil {
        problems.report("\(reader.place("connections")): missing; what does the server do?", at: node)
      }
      return .connections([])
    }
  }

  private func lists(_ node: Node, _ key: String) -> [[ServerStep]] {
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
      return steps.enumerated().compactMap { StepReader(path: "\(path)[\($0 + 1)]", problems: problems).step($1) }
    }
  }
}
