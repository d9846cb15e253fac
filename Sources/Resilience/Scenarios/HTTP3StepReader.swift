internal import FarSide
internal import HTTP3
internal import LinkConditions
internal import YAML

/// Reads the steps that only HTTP/3 has.
struct HTTP3StepReader {
  static let keys = ["reset-stream", "goaway", "abort"]

  let reader: MappingReader

  func step() -> HTTP3Step? {
    if reader["reset-stream"] != nil { return code("reset-stream").map { .resetStream($0) } }
    if reader["goaway"] != nil { return last().map { .goaway(last: $0) } }
    return code("abort").map { .abort($0) }
  }

  /// An error code by its name in RFC 9114 section 8.1.
  private func code(_ key: String) -> HTTP3ErrorCode? {
    choice(key, among: HTTP3ErrorCode.defined.map { ($0.description, $0) })
  }

  /// The last request that is processed.
  private func last() -> HTTP2Step.LastStream? {
    choice("goaway", among: [("this", .this), ("before", .before), ("all", .all)])
  }

  private func choice<Value>(_ key: String, among values: [(name: String, value: Value)]) -> Value? {
    guard let node = reader[key], let text = reader.text(key) else { return nil }
    if let found = values.first(where: { $0.name == text }) { return found.value }
    let names = values.map(\.name)
    let hint = Nearest.to(text, among: names).map { "; did you mean '\($0)'?" } ?? ""
    reader.problems.report(
      "\(reader.place(key)): '\(text.shortened)' is not one of \(names.joined(separator: ", "))\(hint)", at: node)
    return nil
  }
}
