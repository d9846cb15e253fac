internal import FarSide
internal import LinkConditions
internal import YAML

/// Reads the steps of a WebSocket.
struct WebSocketStepReader {
  static let keys = ["upgrade", "ws", "ws-frame"]
  static let plain: [String: ServerStep] = [
    "upgrade": .webSocket(.upgrade(WebSocketConduct())),
    "read-message": .webSocket(.read(.message)), "read-ping": .webSocket(.read(.ping)),
    "read-pong": .webSocket(.read(.pong)), "read-close": .webSocket(.read(.close)),
  ]
  /// The opcodes by their names in RFC 6455 section 11.8.
  private static let opcodes: [(name: String, value: UInt8)] = [
    ("continuation", 0), ("text", 1), ("binary", 2), ("close", 8), ("ping", 9), ("pong", 10),
  ]

  let reader: MappingReader
  let steps: StepReader
  private var problems: ProblemCollector { reader.problems }

  func step() -> WebSocketStep? {
    if let node = reader["upgrade"] { return upgrade(node).map { .upgrade($0) } }
    if let node = reader["ws"] { return message(node).map { .send($0) } }
    return reader["ws-frame"].flatMap(frame).map { .send($0) }
  }

  private func upgrade(_ node: YAMLNode) -> WebSocketConduct? {
    let keys = ["accept", "headers", "answer-pings", "answer-close"]
    let shape = "'{ accept: wrong, headers: { Sec-WebSocket-Protocol: chat }, answer-pings: false }'"
    guard
      let own = MappingReader(node, path: reader.place("upgrade"), keys: keys, shape: shape, problems: problems)
    else { return nil }
    return WebSocketConduct(
      accept: own.text("accept"), headers: steps.headers(own, "headers"),
      answersPings: own.flag("answer-pings") ?? true, answersClose: own.flag("answer-close") ?? true)
  }

  /// A text, or `{ text: hello }`, `{ binary: 2 KB }`, `{ ping: a }`, `{ pong: a }`, `{ close: 1012, reason: restart }`.
  private func message(_ node: YAMLNode) -> ScriptedWebSocketFrame? {
    if case .scalar = node {
      return reader.text("ws").map { ScriptedWebSocketFrame(opcode: 1, payload: Array($0.utf8)) }
    }
    let kinds = ["text", "binary", "ping", "pong", "close"]
    let shape = "a text, or '{ text: hello }', '{ binary: 2 KB }', '{ ping: a }', '{ pong: a }' or '{ close: 1000 }'"
    guard
      let own = MappingReader(
        node, path: reader.place("ws"), keys: kinds + ["reason", "stop-after"], shape: shape, problems: problems)
    else { return nil }
    let named = kinds.filter { own[$0] != nil }
    guard named.count == 1, let kind = named.first, kind == "close" || own["reason"] == nil else {
      problems.report("\(reader.place("ws")): write one of \(shape)", at: node)
      return nil
    }
    guard var frame = frame(of: kind, own) else { return nil }
    frame.stopsAfter = steps.stop(frame.payload, own)
    return frame
  }

  private func frame(of kind: String, _ own: MappingReader) -> ScriptedWebSocketFrame? {
    guard let node = own[kind], let opcode = Self.opcodes.first(where: { $0.name == kind })?.value else { return nil }
    switch kind {
    case "close":
      guard let text = own.text("close") else { return nil }
      guard text != "none" else { return .close(nil) }
      guard let code = UInt16(text) else {
        problems.report("\(own.place("close")): '\(text.shortened)' is neither a code such as 1000 nor none", at: node)
        return nil
      }
      return .close(code, reason: own.text("reason") ?? "")
    case "binary":
      return steps.content(node, own, kind).map { ScriptedWebSocketFrame(opcode: opcode, payload: $0) }
    default:
      return own.text(kind).map { ScriptedWebSocketFrame(opcode: opcode, payload: Array($0.utf8)) }
    }
  }

  /// A frame, `{ opcode: text, final: false, reserved: 4, masked: true, payload: { hex: 6f 6b } or text: ok, stop-after: 1 B }`.
  private func frame(_ node: YAMLNode) -> ScriptedWebSocketFrame? {
    let keys = ["opcode", "final", "reserved", "masked", "payload", "text", "stop-after"]
    let shape = "'{ opcode: text, final: false, text: hello }'"
    let path = reader.place("ws-frame")
    guard let own = MappingReader(node, path: path, keys: keys, shape: shape, problems: problems) else { return nil }
    guard let value = own["opcode"], let text = own.text("opcode"), own["payload"] == nil || own["text"] == nil else {
      problems.report("\(path): write \(shape)", at: node)
      return nil
    }
    guard let opcode = opcode(text, at: value, own.place("opcode")) else { return nil }
    var frame = ScriptedWebSocketFrame(
      opcode: opcode, isFinal: own.flag("final") ?? true, reserved: reserved(own),
      isMasked: own.flag("masked") ?? false)
    frame.payload =
      own.text("text").map { Array($0.utf8) } ?? own["payload"].flatMap { steps.content($0, own, "payload") } ?? []
    frame.stopsAfter = steps.stop(frame.payload, own)
    return frame
  }

  /// An opcode by its name or its number.
  private func opcode(_ text: String, at node: YAMLNode, _ path: String) -> UInt8? {
    if let number = UInt8(text), number < 16 { return number }
    if let known = Self.opcodes.first(where: { $0.name == text }) { return known.value }
    let names = Self.opcodes.map(\.name)
    let hint = Nearest.to(text, among: names).map { "; did you mean '\($0)'?" } ?? ""
    problems.report(
      "\(path): '\(text.shortened)' is neither one of \(names.joined(separator: ", ")) nor a number from 0 to 15\(hint)",
      at: node)
    return nil
  }

  private func reserved(_ own: MappingReader) -> UInt8 {
    guard let node = own["reserved"], let text = own.text("reserved") else { return 0 }
    if let bits = UInt8(text), bits < 8 { return bits }
    problems.report("\(own.place("reserved")): '\(text.shortened)' is not a number from 0 to 7", at: node)
    return 0
  }
}
