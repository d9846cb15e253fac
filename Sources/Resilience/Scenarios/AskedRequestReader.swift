internal import FarSide
internal import LinkConditions
internal import YAML

/// Reads what a client is asked for: a URL, or `{ method, url, body, accept, after, together, times }`.
struct AskedRequestReader {
  private static let keys = ["method", "url", "body", "accept", "after", "together", "times"]
  private static let mostTimes = 100
  /// What stands for the number of a request that is made several times, from 1.
  private static let number = "{n}"

  let problems: ProblemCollector
  let files: CompanionFiles

  /// The requests that a node means: more than one if it has `times`.
  func requests(_ node: YAMLNode, path: String) -> [AskedRequest] {
    guard let (request, times, areInOrder) = request(node, path: path) else { return [] }
    return (1...times).map { number in
      var copy = request
      copy.url = request.url.replacing(Self.number, with: String(number))
      if number > 1, !areInOrder { copy.isTogether = true }
      return copy
    }
  }

  /// - Returns: the request, how often it is made, and whether it is made again only when it has ended.
  private func request(_ node: YAMLNode, path: String) -> (request: AskedRequest, times: Int, areInOrder: Bool)? {
    let shape = "a URL, or '{ method: POST, url: http://api.test/items, body: 1 KB }'"
    if case .scalar(let scalar) = node {
      return url(scalar.string, at: node, path).map { (AskedRequest(url: $0), 1, false) }
    }
    guard let own = MappingReader(node, path: path, keys: Self.keys, shape: shape, problems: problems) else {
      return nil
    }
    guard let address = own["url"], let text = own.text("url"), let url = url(text, at: address, path) else {
      if own["url"] == nil { problems.report("\(own.place("url")): missing", at: node) }
      return nil
    }
    let method = own.text("method") ?? "GET"
    if let node = own["method"], !RequestMethod.registered.contains(method) {
      let hint = Nearest.to(method, among: RequestMethod.registered).map { "; did you mean '\($0)'?" } ?? ""
      problems.report(
        "\(own.place("method")): '\(method.shortened)' is not a registered method\(hint)", at: node)
    }
    let content = own["body"].flatMap { node -> [UInt8]? in
      guard case .mapping = node else { return nil }
      return BytesReader(problems: problems, files: files).bytes(node, path: own.place("body"))
    }
    var request = AskedRequest(
      method: method, url: url,
      bodyBytes: content?.count ?? own["body"].flatMap { $0.mapping == nil ? bodySize($0, own) : nil },
      content: content,
      after: own.duration("after")?.nanoseconds ?? 0, isTogether: own.flag("together") ?? false)
    request.accept = accept(own)
    return (request, times(own), own["together"] != nil && !request.isTogether)
  }

  private func accept(_ own: MappingReader) -> String? {
    guard let node = own["accept"], let type = own.text("accept") else { return nil }
    let parts = type.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts.contains(""), !type.contains(where: { $0.isWhitespace || $0 == "*" || $0 == ";" })
    else {
      problems.report(
        "\(own.place("accept")): '\(type.shortened)' is not a media type such as application/json", at: node)
      return nil
    }
    return type
  }

  /// How many requests this is: without waiting for each other, unless 'together' is false.
  private func times(_ own: MappingReader) -> Int {
    guard let node = own["times"], let text = own.text("times") else { return 1 }
    guard let count = Int(text), (1...Self.mostTimes).contains(count) else {
      problems.report(
        "\(own.place("times")): '\(text.shortened)' is not a number from 1 to \(Self.mostTimes)", at: node)
      return 1
    }
    return count
  }

  /// The size is limited, because the body is written to a file first.
  private func bodySize(_ node: YAMLNode, _ reader: MappingReader) -> Int? {
    guard let size = reader.quantity("body", .size) else { return nil }
    if size > ScriptedBody.largestCount {
      problems.report("\(reader.place("body")): write at most 1 GB", at: node)
    }
    return Int(clamping: size)
  }

  func url(_ text: String, at node: YAMLNode, _ path: String) -> String? {
    guard AskedRequest.schemes.contains(where: text.hasPrefix), !text.contains(where: \.isWhitespace) else {
      problems.report(
        "\(path): '\(text.shortened)' is not a URL; a URL starts with http:// or https://, or with ws:// or wss:// for a WebSocket",
        at: node)
      return nil
    }
    return ScenarioAddress.filled(text)
  }
}
