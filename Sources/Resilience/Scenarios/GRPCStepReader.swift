internal import FarSide
internal import LinkConditions
internal import YAML

/// Reads the steps that send the messages and the status of a gRPC call.
struct GRPCStepReader {
  static let keys = ["grpc"]
  private static let messageKeys = ["text", "message", "compressed", "stop-after"]
  private static let statusKeys = ["status", "details", "trailers"]
  private static let shape =
    "a status such as UNAVAILABLE, '{ text: hello }', '{ message: 2 KB }' or '{ status: NOT_FOUND, details: no such item }'"

  let reader: MappingReader
  let steps: StepReader
  private var problems: ProblemCollector { reader.problems }

  func step() -> StreamStep? {
    guard let node = reader["grpc"] else { return nil }
    let path = reader.place("grpc")
    if case .scalar(let scalar) = node {
      return code(scalar.string, at: node, path).map { end($0, details: "", trailers: []) }
    }
    let keys = Self.messageKeys + Self.statusKeys
    guard let own = MappingReader(node, path: path, keys: keys, shape: Self.shape, problems: problems) else {
      return nil
    }
    let isMessage = own["text"] != nil || own["message"] != nil
    let wrong = (isMessage ? Self.statusKeys : Self.messageKeys).first { own[$0] != nil }
    guard wrong == nil, isMessage || own["status"] != nil, own["text"] == nil || own["message"] == nil else {
      problems.report("\(path): write one of \(Self.shape)", at: node)
      return nil
    }
    return isMessage ? message(own) : status(own)
  }

  private func message(_ own: MappingReader) -> StreamStep? {
    let text = own.text("text").map { Array($0.utf8) }
    guard let bytes = text ?? own["message"].flatMap({ steps.content($0, own, "message") }) else { return nil }
    let framed = GRPCParts.message(bytes, isCompressed: own.flag("compressed") ?? false)
    return .body(steps.cut(framed, own), opening: GRPCParts.response)
  }

  private func status(_ own: MappingReader) -> StreamStep? {
    guard let node = own["status"], let text = own.text("status"), let code = code(text, at: node, own.place("status"))
    else { return nil }
    return end(code, details: own.text("details") ?? "", trailers: steps.headers(own, "trailers"))
  }

  private func end(_ code: Int, details: String, trailers: [ScriptedResponse.Header]) -> StreamStep {
    .end(trailers: GRPCParts.trailers(status: code, details: details) + trailers, opening: GRPCParts.response)
  }

  private func code(_ text: String, at node: YAMLNode, _ path: String) -> Int? {
    if let number = Int(text), (0...999_999_999).contains(number) { return number }
    if let code = GRPCParts.statusNames.firstIndex(of: text) { return code }
    let names = GRPCParts.statusNames
    let hint = Nearest.to(text, among: names).map { "; did you mean '\($0)'?" } ?? ""
    problems.report("\(path): '\(text.shortened)' is not one of \(names.joined(separator: ", "))\(hint)", at: node)
    return nil
  }
}
