internal import FarSide
internal import LinkConditions
internal import YAML

/// Reads the steps that send a response piece by piece.
struct StreamStepReader {
  static let keys = ["start", "body-part", "sse", "end"]
  static let plain: [String: ServerStep] = [
    "end": .stream(.end(trailers: [], opening: ScriptedResponse(framing: .chunked)))
  ]

  let reader: MappingReader
  /// Reads what all steps have in common.
  let steps: StepReader
  private var problems: ProblemCollector { reader.problems }

  func step() -> StreamStep? {
    if let node = reader["start"] { return start(node).map { .start($0) } }
    if let node = reader["body-part"] {
      let bytes = bytes(node, reader, "body-part")
      return bytes.map { .body($0, opening: ScriptedResponse(framing: .chunked)) }
    }
    if let node = reader["sse"] { return event(node) }
    return reader["end"].flatMap(end)
  }

  /// The head of a response: a status, or `{ status: 200, headers: { content-type: text/plain }, framing: close }`.
  private func start(_ node: YAMLNode) -> ScriptedResponse? {
    let path = reader.place("start")
    if case .scalar(let scalar) = node {
      return steps.status(scalar.string, at: node, path).map { ScriptedResponse(status: $0, framing: .chunked) }
    }
    let shape = "a status such as 200, or '{ status: 200, headers: { content-type: text/plain } }'"
    let keys = ["status", "headers", "framing"]
    guard let own = MappingReader(node, path: path, keys: keys, shape: shape, problems: problems) else { return nil }
    var response = ScriptedResponse(headers: steps.headers(own, "headers"), framing: .chunked)
    if let node = own["status"], let text = own.text("status") {
      response.status = steps.status(text, at: node, own.place("status")) ?? 200
    }
    if let node = own["framing"], let text = own.text("framing") {
      let framings: [ScriptedResponse.Framing] = [.chunked, .close]
      guard let framing = framings.first(where: { $0.rawValue == text }) else {
        problems.report("\(own.place("framing")): '\(text.shortened)' is not one of chunked, close", at: node)
        return nil
      }
      response.framing = framing
    }
    return response
  }

  /// Text, or bytes that text cannot hold.
  private func bytes(_ node: YAMLNode, _ own: MappingReader, _ key: String) -> [UInt8]? {
    if node.mapping != nil { return steps.bytes(node, own.place(key)) }
    return own.text(key).map { Array($0.utf8) }
  }

  /// Data, or `{ event: price, data: "1", id: "7", retry: 2 s, comment: hello, stop-after: 9 B }`.
  private func event(_ node: YAMLNode) -> StreamStep? {
    if case .scalar = node {
      return reader.text("sse").map { .body(EventStreamParts.event(data: $0), opening: EventStreamParts.response) }
    }
    let fields = ["event", "data", "id", "retry", "comment"]
    let shape = "data, or '{ event: price, data: \"1\", id: \"7\", retry: 2 s, comment: hello }'"
    guard
      let own = MappingReader(
        node, path: reader.place("sse"), keys: fields + ["stop-after"], shape: shape, problems: problems)
    else { return nil }
    guard fields.contains(where: { own[$0] != nil }) else {
      problems.report("\(reader.place("sse")): write \(shape)", at: node)
      return nil
    }
    let bytes = EventStreamParts.event(
      type: own.text("event"), data: own.text("data"), id: own.text("id"),
      retry: own.duration("retry").map { $0.nanoseconds / 1_000_000 }, comment: own.text("comment"))
    return .body(steps.cut(bytes, own), opening: EventStreamParts.response)
  }

  private func end(_ node: YAMLNode) -> StreamStep? {
    let shape = "'{ trailers: { X-Sum: \"7\" } }'"
    guard
      let own = MappingReader(
        node, path: reader.place("end"), keys: ["trailers"], shape: shape, problems: problems)
    else { return nil }
    return .end(trailers: steps.headers(own, "trailers"), opening: ScriptedResponse(framing: .chunked))
  }
}

extension StepReader {
  /// As much of some bytes as `stop-after` leaves.
  func cut(_ bytes: [UInt8], _ own: MappingReader) -> [UInt8] {
    stop(bytes, own).map { Array(bytes.prefix($0)) } ?? bytes
  }

  /// After how many bytes `stop-after` breaks off.
  func stop(_ bytes: [UInt8], _ own: MappingReader) -> Int? {
    guard let node = own["stop-after"], let stop = own.quantity("stop-after", .size) else { return nil }
    if stop >= UInt64(bytes.count) {
      problems.report("\(own.place("stop-after")): there are only \(bytes.count) bytes", at: node)
    }
    return Int(clamping: stop)
  }

  /// Bytes, or a size that stands for filler.
  func content(_ node: YAMLNode, _ own: MappingReader, _ key: String) -> [UInt8]? {
    if node.mapping != nil { return bytes(node, own.place(key)) }
    guard let size = own.quantity(key, .size) else { return nil }
    guard size <= Self.largestMessage else {
      problems.report("\(own.place(key)): write at most 16 MiB", at: node)
      return nil
    }
    let count = Int(clamping: size)
    return ScriptedBody.filler(count: count).bytes(in: 0..<count)
  }

  /// More would be held in memory for each message.
  private static let largestMessage: UInt64 = 16 << 20
}
