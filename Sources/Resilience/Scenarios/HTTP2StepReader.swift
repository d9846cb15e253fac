internal import FarSide
internal import HTTP2
internal import LinkConditions
internal import YAML

/// Reads the steps with frames of HTTP/2.
struct HTTP2StepReader {
  static let keys = ["reset-stream", "goaway", "window", "endless-head", "frame"]

  let reader: MappingReader
  let files: CompanionFiles
  private var problems: ProblemCollector { reader.problems }

  func step() -> HTTP2Step? {
    if let node = reader["reset-stream"] { return code(node, reader.place("reset-stream")).map { .resetStream($0) } }
    if let node = reader["goaway"] { return goaway(node) }
    if let node = reader["window"] { return window(node) }
    if let node = reader["endless-head"] {
      return portions(node, "endless-head").map { .endlessHead(bytes: $0.bytes, interval: $0.interval) }
    }
    return reader["frame"].flatMap(frame).map { .frame($0) }
  }

  /// An error code by its name in RFC 9113 section 7.
  private func code(_ node: YAMLNode, _ path: String) -> HTTP2ErrorCode? {
    guard let text = problems.text(node, path: path, "an error code") else { return nil }
    if let code = HTTP2ErrorCode.defined.first(where: { $0.description == text }) { return code }
    let names = HTTP2ErrorCode.defined.map(\.description)
    report(text, isNot: names, at: node, path)
    return nil
  }

  private func report(_ text: String, isNot names: [String], at node: YAMLNode, _ path: String) {
    let hint = Nearest.to(text, among: names).map { "; did you mean '\($0)'?" } ?? ""
    problems.report("\(path): '\(text.shortened)' is not one of \(names.joined(separator: ", "))\(hint)", at: node)
  }

  private static let lastStreams: [(String, HTTP2Step.LastStream)] = [
    ("this", .this), ("before", .before), ("all", .all),
  ]

  /// The last stream, or `{ last: before, code: INTERNAL_ERROR }`.
  private func goaway(_ node: YAMLNode) -> HTTP2Step? {
    let path = reader.place("goaway")
    if case .scalar = node { return lastStream(node, path).map { .goaway(last: $0, .noError) } }
    let shape = "the last stream (this, before or all), or '{ last: before, code: INTERNAL_ERROR }'"
    guard let own = MappingReader(node, path: path, keys: ["last", "code"], shape: shape, problems: problems) else {
      return nil
    }
    let last = own["last"].map { lastStream($0, own.place("last")) } ?? .this
    let code = own["code"].map { self.code($0, own.place("code")) } ?? .noError
    guard let last, let code else { return nil }
    return .goaway(last: last, code)
  }

  private func lastStream(_ node: YAMLNode, _ path: String) -> HTTP2Step.LastStream? {
    guard let text = problems.text(node, path: path, "a stream") else { return nil }
    if let last = Self.lastStreams.first(where: { $0.0 == text }) { return last.1 }
    report(text, isNot: Self.lastStreams.map(\.0), at: node, path)
    return nil
  }

  /// A size, or `{ bytes: 1 KB, every: 200 ms }`.
  private func window(_ node: YAMLNode) -> HTTP2Step? {
    if case .scalar = node { return reader.quantity("window", .size).map { .openWindow(bytes: Int(clamping: $0)) } }
    return portions(node, "window").map { .dripWindow(bytes: $0.bytes, interval: $0.interval) }
  }

  private func portions(_ node: YAMLNode, _ key: String) -> (bytes: Int, interval: Int64)? {
    let (path, shape) = (reader.place(key), "'{ bytes: 1 KB, every: 200 ms }'")
    guard let own = MappingReader(node, path: path, keys: ["bytes", "every"], shape: shape, problems: problems) else {
      return nil
    }
    guard let bytes = own.quantity("bytes", .size), let every = own.duration("every") else {
      problems.report("\(path): write \(shape)", at: node)
      return nil
    }
    return (Int(clamping: bytes), every.nanoseconds)
  }

  /// A frame, `{ type: DATA, flags: 1, stream: 3, payload: { hex: 6f 6b } }`. Without `stream`, it is that of the request.
  private func frame(_ node: YAMLNode) -> ScriptedFrame? {
    let (path, shape) = (reader.place("frame"), "'{ type: PING, flags: 0, stream: 0, payload: { hex: 6f 6b } }'")
    let keys = ["type", "flags", "stream", "payload"]
    guard let own = MappingReader(node, path: path, keys: keys, shape: shape, problems: problems) else { return nil }
    guard let type = own["type"], let text = own.text("type"), let kind = kind(text, at: type, own.place("type")) else {
      if own["type"] == nil { problems.report("\(own.place("type")): missing; write \(shape)", at: node) }
      return nil
    }
    let payload = own["payload"].map {
      BytesReader(problems: problems, files: files).bytes($0, path: own.place("payload")) ?? []
    }
    let flags = number("flags", of: own, most: 255) ?? 0
    return ScriptedFrame(
      type: kind, flags: HTTP2FrameFlags(rawValue: UInt8(truncatingIfNeeded: flags)),
      stream: number("stream", of: own, most: 0x7FFF_FFFF).map { UInt32(truncatingIfNeeded: $0) },
      payload: payload ?? [])
  }

  /// A type by its name in RFC 9113 section 6, or by its number.
  private func kind(_ text: String, at node: YAMLNode, _ path: String) -> HTTP2FrameType? {
    if let number = UInt8(text) { return HTTP2FrameType(rawValue: number) }
    if let type = HTTP2FrameType.named.first(where: { $0.description == text }) { return type }
    report(text, isNot: HTTP2FrameType.named.map(\.description), at: node, path)
    return nil
  }

  private func number(_ key: String, of own: MappingReader, most: Int) -> Int? {
    guard let node = own[key], let text = own.text(key) else { return nil }
    if let number = Int(text), (0...most).contains(number) { return number }
    problems.report("\(own.place(key)): '\(text.shortened)' is not a number from 0 to \(most)", at: node)
    return nil
  }
}
