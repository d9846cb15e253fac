internal import FarSide
internal import LinkConditions
internal import YAML

/// Reads the script of a scenario's server for one port.
///
///     http:
///       connections:
///         - [read-request, { respond: { status: 200, body: 40 KB, stop-after: 10 KB } }, reset]
struct ServerReader {
  static let keys = ["listen", "connections", "requests", "routes", "receive-buffer", "http2"]
  /// The additional keys for port 443.
  static let secureKeys = ["certificate", "opening", "http3"]

  /// The additional keys for the proxy.
  static let proxyKeys = ["credentials", "bypass"]

  private static func keys(in place: StepPlace) -> [String] {
    switch place {
    case .withinTLS: keys + secureKeys
    // A proxy speaks HTTP/1.1.
    case .inProxy: keys.filter { $0 != "http2" } + proxyKeys
    default: keys
    }
  }

  private let node: YAMLNode
  private let reader: MappingReader
  private let place: StepPlace
  private let files: CompanionFiles
  private var problems: ProblemCollector { reader.problems }

  init?(
    _ node: YAMLNode, path: String, place: StepPlace = .inTheClear, problems: ProblemCollector, files: CompanionFiles
  ) {
    let shape =
      "what the server does: '{ listen: never }', or 'connections:', 'requests:' or 'routes:' with lists of steps"
    let keys = Self.keys(in: place)
    guard let reader = MappingReader(node, path: path, keys: keys, shape: shape, problems: problems) else {
      return nil
    }
    self.node = node
    self.reader = reader
    self.place = place
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
    guard let reader = ServerReader(node, path: path, place: .withinTLS, problems: problems, files: files) else {
      return nil
    }
    var secure = SecureScript(certificate: reader.reader.choice("certificate") ?? .good)
    secure.opening = reader.reader["opening"].map { reader.lists($0, reader.reader.place("opening"), .beforeTLS) } ?? []
    if Self.keys.contains(where: { reader.reader[$0] != nil }) {
      secure.script = reader.script()
    } else if reader.reader["http3"] != nil {
      secure.script = ServerScript(acts: Self.versionNotSupported)
    }
    secure.http3 = reader.reader["http3"].flatMap(reader.http3)
    return secure
  }

  /// Reads the script of the proxy.
  ///
  ///     proxy:
  ///       credentials: someone:secret
  ///       bypass: localhost,.inside.test
  ///       routes: [{ method: CONNECT, requests: [[tunnel]] }, { requests: [[{ respond: 502 }]] }]
  static func proxy(
    _ node: YAMLNode, path: String, problems: ProblemCollector, files: CompanionFiles
  ) -> ProxyScript? {
    guard let reader = ServerReader(node, path: path, place: .inProxy, problems: problems, files: files) else {
      return nil
    }
    var proxy = ProxyScript(reader.script())
    proxy.credentials = reader.variable("credentials", "letters and digits around a colon, such as someone:secret") {
      $0.wholeMatch(of: /[A-Za-z0-9._~-]+:[A-Za-z0-9._~-]+/) != nil
    }
    proxy.bypass =
      reader.variable("bypass", "names separated by commas, such as localhost,.inside.test") { !$0.isEmpty } ?? ""
    return proxy
  }

  /// Reads what becomes a part of a variable.
  private func variable(_ key: String, _ shape: String, _ isRight: (String) -> Bool) -> String? {
    guard let node = reader[key], let text = reader.text(key) else { return nil }
    if isRight(text), !text.contains(where: \.isWhitespace) { return text }
    problems.report("\(reader.place(key)): '\(text.shortened)' is not \(shape)", at: node)
    return nil
  }

  func script() -> ServerScript {
    var script = ServerScript(acts: acts())
    script.listening = reader.choice("listen") ?? .accept
    script.receiveBuffer = reader.quantity("receive-buffer", .size).map { Int(clamping: $0) }
    script.http2 = reader["http2"].flatMap(http2)
    let acts = ["connections", "requests", "routes", "opening", "http2"]
    if script.listening != .accept, let other = acts.first(where: { reader[$0] != nil }) {
      problems.report(
        "\(reader.place(other)): no connection is accepted on a port with 'listen: \(script.listening.rawValue)'",
        at: reader[other] ?? node)
    }
    return script
  }

  /// RFC 9110 section 15.6.6: HTTP Version Not Supported.
  private static let versionNotSupported = ServerScript.Acts.requests([[.respond(ScriptedResponse(status: 505))]])

  private func acts() -> ServerScript.Acts {
    if reader["http2"] != nil, ["connections", "requests", "routes"].allSatisfy({ reader[$0] == nil }) {
      return Self.versionNotSupported
    }
    return acts(of: reader, at: node, place, isOptional: reader["listen"] != nil)
  }

  /// What is done with clients that speak HTTP/2.
  private func http2(_ node: YAMLNode) -> HTTP2Script? {
    let path = reader.place("http2")
    guard
      let own = MappingReader(
        node, path: path, keys: HTTP2ConductReader.keys + ["connections", "requests", "routes"],
        shape: "what the server does by HTTP/2: 'connections:', 'requests:' or 'routes:' with lists of steps",
        problems: problems)
    else { return nil }
    return HTTP2ConductReader(reader: own).script(acts(of: own, at: node, .withinHTTP2, isOptional: false))
  }

  /// What is done with clients that speak HTTP/3.
  private func http3(_ node: YAMLNode) -> HTTP3Script? {
    let path = reader.place("http3")
    guard
      let own = MappingReader(
        node, path: path, keys: HTTP3ConductReader.keys + ["connections", "requests", "routes"],
        shape: "what the server does by HTTP/3: 'connections:', 'requests:' or 'routes:' with lists of steps",
        problems: problems)
    else { return nil }
    let acts = acts(of: own, at: node, .withinHTTP3, isOptional: own["listen"] != nil || own["versions"] != nil)
    let script = HTTP3ConductReader(reader: own).script(acts)
    if script.listening != .accept, let other = ["connections", "requests", "routes"].first(where: { own[$0] != nil }) {
      problems.report(
        "\(own.place(other)): no connection is accepted with 'listen: \(script.listening.rawValue)'",
        at: own[other] ?? node)
    }
    return script
  }

  private func acts(
    of reader: MappingReader, at node: YAMLNode, _ place: StepPlace, isOptional: Bool
  ) -> ServerScript.Acts {
    let kinds = ["connections", "requests", "routes"].compactMap { key in reader[key].map { (key, $0) } }
    guard let (key, written) = kinds.first else {
      if !isOptional {
        problems.report("\(reader.place("connections")): missing; write what the server does", at: node)
      }
      return .connections([])
    }
    if let (other, second) = kinds.dropFirst().first {
      problems.report(
        "\(reader.place(other)): write one of 'connections', 'requests' and 'routes'", at: second)
    }
    let path = reader.place(key)
    switch key {
    case "routes": return .routes(RouteReader(problems: problems, files: files).routes(written, path: path, place))
    case "requests": return .requests(lists(written, path, place))
    default: return .connections(lists(written, path, place))
    }
  }

  private func lists(_ node: YAMLNode, _ path: String, _ place: StepPlace) -> [[ServerStep]] {
    StepListsReader(place: place, problems: problems, files: files).lists(node, path: path)
  }
}
