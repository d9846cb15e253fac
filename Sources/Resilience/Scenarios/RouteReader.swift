internal import FarSide
internal import LinkConditions
internal import YAML

/// Reads the routes of a server: conditions on requests, each with lists of steps.
///
///     routes:
///       - { path: /login, with: "Authorization: Basic *", requests: [[{ respond: 204 }]] }
///       - { requests: [[{ respond: 401 }]] }
struct RouteReader {
  private static let keys = ["method", "host", "path", "with", "without", "requests"]

  let problems: ProblemCollector
  let files: CompanionFiles

  func routes(_ node: YAMLNode, path: String, _ place: StepPlace) -> [ServerRoute] {
    guard case .sequence(let nodes) = node, !nodes.isEmpty else {
      problems.report(
        "\(path): write a list of routes, such as '- { path: /item, requests: [[{ respond: 503 }]] }'", at: node)
      return []
    }
    let routes = nodes.enumerated().compactMap { route($1, path: "\(path)[\($0 + 1)]", place) }
    if let all = routes.firstIndex(where: \.condition.isAlwaysMet), routes.count == nodes.count, all + 1 < routes.count
    {
      problems.report(
        "\(path)[\(all + 2)]: is never taken; the route before it takes all requests", at: nodes[all + 1])
    }
    return routes
  }

  private func route(_ node: YAMLNode, path: String, _ place: StepPlace) -> ServerRoute? {
    let shape = "a route: '{ path: /item, requests: [[{ respond: 503 }]] }'"
    guard let own = MappingReader(node, path: path, keys: Self.keys, shape: shape, problems: problems) else {
      return nil
    }
    guard let requests = own["requests"] else {
      problems.report("\(own.place("requests")): missing; write what the server does with these requests", at: node)
      return nil
    }
    let condition = RequestCondition(
      method: own.text("method"), host: own.text("host"), path: pathPattern(own), with: fields(own, "with"),
      without: fields(own, "without"))
    let lists = StepListsReader(place: place, problems: problems, files: files)
      .lists(requests, path: own.place("requests"))
    return ServerRoute(condition, lists: lists)
  }

  private func pathPattern(_ reader: MappingReader) -> String? {
    guard let node = reader["path"], let path = reader.text("path") else { return nil }
    if path.hasPrefix("/") || path == "*" { return path }
    problems.report("\(reader.place("path")): '\(path.shortened)' is not a path; a path begins with '/'", at: node)
    return nil
  }

  /// One field, or a list of them: `Range`, or `"Range: bytes=0-*"`.
  private func fields(_ reader: MappingReader, _ key: String) -> [RequestCondition.Field] {
    guard let node = reader[key] else { return [] }
    let nodes: [YAMLNode]
    if case .sequence(let sequence) = node { nodes = Array(sequence) } else { nodes = [node] }
    return nodes.compactMap { node in
      let shape = "the name of a header field, such as Range, or '\"Range: bytes=0-*\"'"
      guard let text = problems.text(node, path: reader.place(key), shape) else { return nil }
      let parts = text.split(separator: ":", maxSplits: 1).map { $0.drop { $0 == " " } }
      guard let name = parts.first, !name.isEmpty, !name.contains(where: \.isWhitespace) else {
        problems.report("\(reader.place(key)): '\(text.shortened)' is not \(shape)", at: node)
        return nil
      }
      return RequestCondition.Field(String(name), parts.count > 1 ? String(parts[1]) : nil)
    }
  }
}
