internal import FarSide
internal import LinkConditions
internal import YAML

/// Reads one step of a server.
struct StepReader {
  let path: String
  let place: StepPlace
  let problems: ProblemCollector
  let files: CompanionFiles

  func step(_ node: YAMLNode) -> ServerStep? {
    if case .scalar(let scalar) = node {
      if let step = place.plain[scalar.string] { return step }
      problems.report("\(path): \(complaint(about: scalar.string))", at: node)
      return nil
    }
    let shape = "a step such as 'read-request' or '{ wait: 2 s }'"
    guard let reader = MappingReader(node, path: path, keys: place.keys, shape: shape, problems: problems) else {
      return nil
    }
    guard reader.mapping.count == 1 else {
      problems.report("\(path): write one step at a time", at: node)
      return nil
    }
    if let bytes = reader.quantity("read-body", .size) { return .readBody(bytes: Int(clamping: bytes)) }
    if let time = reader.duration("wait") { return .wait(nanoseconds: time.nanoseconds) }
    if let node = reader["send"], node.mapping != nil {
      return bytes(node, reader.place("send")).map { .send($0) }
    }
    if let text = reader.text("send") { return .send(Array(text.utf8)) }
    if let node = reader["alert"], let text = reader.text("alert") {
      return alert(text, at: node, reader.place("alert"))
    }
    if let node = reader["respond"] { return response(node, path: reader.place("respond")).map { .respond($0) } }
    if let step = StreamStepReader(reader: reader, steps: self).step() { return .stream(step) }
    if place == .withinHTTP3 { return HTTP3StepReader(reader: reader).step().map { .http3($0) } }
    if let step = GRPCStepReader(reader: reader, steps: self).step() { return .stream(step) }
    if let step = WebSocketStepReader(reader: reader, steps: self).step() { return .webSocket(step) }
    return HTTP2StepReader(reader: reader, files: files).step().map { .http2($0) }
  }

  /// More would be held in memory for each response.
  private static let largestHead: UInt64 = 16 << 20

  func bytes(_ node: YAMLNode, _ path: String) -> [UInt8]? {
    BytesReader(problems: problems, files: files).bytes(node, path: path)
  }

  private func complaint(about word: String) -> String {
    if let other = StepPlace.allCases.first(where: { $0.plain[word] != nil }) {
      return "'\(word)' is a step that is allowed only \(other.words)"
    }
    let words = place.plain.keys.sorted()
    let hint = Nearest.to(word, among: words).map { "; did you mean '\($0)'?" } ?? ""
    let names = words + place.keys.map { "\($0): ..." }
    return "'\(word.shortened)' is not a step\(hint) (the steps are: \(names.joined(separator: ", ")))"
  }

  private func alert(_ text: String, at node: YAMLNode, _ path: String) -> ServerStep? {
    if let alert = TLSAlert.allCases.first(where: { $0.name == text }) { return .alert(alert) }
    let names = TLSAlert.allCases.map(\.name)
    problems.report(
      "\(path): '\(text.shortened)' is not one of \(names.joined(separator: ", "))\(Self.hint(text, names))", at: node)
    return nil
  }

  private static func hint(_ word: String, _ words: [String]) -> String {
    Nearest.to(word, among: words).map { "; did you mean '\($0)'?" } ?? ""
  }

  private func response(_ node: YAMLNode, path: String) -> ScriptedResponse? {
    let shape = "a status such as 503, or '{ status: 200, body: 40 KB }'"
    if case .scalar(let scalar) = node {
      guard let status = status(scalar.string, at: node, path) else { return nil }
      return ScriptedResponse(status: status)
    }
    let keys = [
      "status", "headers", "head-filler", "body", "text", "framing", "declare", "stop-after", "pace", "trailers",
      "part",
      "variant",
    ]
    guard let own = MappingReader(node, path: path, keys: keys, shape: shape, problems: problems) else { return nil }
    var response = ScriptedResponse()
    if let node = own["status"], let text = own.text("status") {
      response.status = status(text, at: node, own.place("status")) ?? 200
    }
    response.headers = headers(own, "headers")
    response.trailers = headers(own, "trailers")
    response.headFiller = own.quantity("head-filler", .size).map { Int(clamping: min($0, Self.largestHead)) } ?? 0
    response.body = body(own)
    response.isText = own["text"] != nil
    if let node = own["framing"], let text = own.text("framing") {
      if let framing = ScriptedResponse.Framing(rawValue: text) {
        response.framing = framing
      } else {
        let hint = Self.hint(text, ["length", "chunked", "close"])
        problems.report(
          "\(own.place("framing")): '\(text.shortened)' is not one of length, chunked, close\(hint)", at: node)
      }
    }
    response.declaredLength = own.quantity("declare", .size).map { Int(clamping: $0) }
    response.stopsAfter = own.quantity("stop-after", .size).map { Int(clamping: $0) }
    if let node = own["stop-after"], let stop = response.stopsAfter, stop >= response.body.count {
      problems.report("\(own.place("stop-after")): the body has only \(response.body.count) bytes", at: node)
    }
    if let node = own["declare"], response.framing != .length {
      problems.report("\(own.place("declare")): only 'framing: length' declares a length", at: node)
    }
    response.part = own["part"].flatMap { part($0, own) }
    response.pace = own["pace"].flatMap { pace($0, path: own.place("pace")) }
    return response
  }

  func status(_ text: String, at node: YAMLNode, _ path: String) -> Int? {
    guard let status = Int(text), (200...599).contains(status) else {
      problems.report("\(path): '\(text.shortened)' is not a status; write 200 to 599", at: node)
      return nil
    }
    return status
  }

  private func body(_ reader: MappingReader) -> ScriptedBody {
    if let node = reader["text"], reader["body"] != nil {
      problems.report("\(reader.place("text")): write either 'text' or 'body'", at: node)
    }
    if let text = reader.text("text") { return .bytes(Array(text.utf8)) }
    if let node = reader["body"], node.mapping != nil { return .bytes(bytes(node, reader.place("body")) ?? []) }
    guard let node = reader["body"], let size = reader.quantity("body", .size) else { return .bytes([]) }
    if size > ScriptedBody.largestCount { problems.report("\(reader.place("body")): write at most 1 GB", at: node) }
    return isOther(reader) ? .otherFiller(count: Int(clamping: size)) : .filler(count: Int(clamping: size))
  }

  /// Whether the filler is that of another version.
  private func isOther(_ reader: MappingReader) -> Bool {
    guard let node = reader["variant"], let text = reader.text("variant") else { return false }
    if !["1", "2"].contains(text) {
      problems.report("\(reader.place("variant")): '\(text.shortened)' is neither 1 nor 2", at: node)
    }
    return text == "2"
  }

  /// `requested`, or how much before that it begins.
  private func part(_ node: YAMLNode, _ reader: MappingReader) -> ScriptedResponse.Part? {
    let place = reader.place("part")
    let shape = "'requested', or '{ earlier: 100 B }'"
    if case .scalar(let scalar) = node, scalar.string == "requested" { return ScriptedResponse.Part() }
    guard node.mapping != nil else {
      problems.report("\(place): write \(shape)", at: node)
      return nil
    }
    guard let own = MappingReader(node, path: place, keys: ["earlier"], shape: shape, problems: problems) else {
      return nil
    }
    guard let bytes = own.quantity("earlier", .size) else {
      if own["earlier"] == nil { problems.report("\(place): write \(shape)", at: node) }
      return nil
    }
    return ScriptedResponse.Part(earlier: Int(clamping: bytes))
  }

  func headers(_ reader: MappingReader, _ key: String) -> [ScriptedResponse.Header] {
    guard let node = reader[key] else { return [] }
    guard case .mapping(let mapping) = node else {
      problems.report("\(reader.place(key)): write '{ Retry-After: \"2\" }'", at: node)
      return []
    }
    return mapping.compactMap { field, value in
      guard let name = problems.text(field, path: reader.place(key), "a name"),
        let text = problems.text(value, path: reader.place(key), "a value")
      else { return nil }
      guard !(name + text).contains(where: { $0 == "\r" || $0 == "\n" || $0 == "\r\n" }) else {
        problems.report("\(reader.place(key)): a header must be one line; use 'send' for anything else", at: field)
        return nil
      }
      return ScriptedResponse.Header(name, text)
    }
  }

  private func pace(_ node: YAMLNode, path: String) -> ScriptedResponse.Pace? {
    let shape = "'{ bytes: 1 B, every: 1.5 s }'"
    guard
      let own = MappingReader(node, path: path, keys: ["bytes", "every"], shape: shape, problems: problems)
    else { return nil }
    guard let bytes = own.quantity("bytes", .size), let every = own.duration("every") else {
      problems.report("\(path): write \(shape)", at: node)
      return nil
    }
    return ScriptedResponse.Pace(bytes: Int(clamping: bytes), interval: every.nanoseconds)
  }
}
