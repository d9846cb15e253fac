/// What an event stream is made of (WHATWG HTML section 9.2.5).
public enum EventStreamParts {
  /// The response that carries an event stream, without its body.
  public static let response = ScriptedResponse(
    headers: [
      ScriptedResponse.Header("Content-Type", "text/event-stream"),
      ScriptedResponse.Header("Cache-Control", "no-store"),
    ], framing: .chunked)

  /// An event with its empty line. What is nil is left out.
  /// - Parameters:
  ///   - data: its lines become a field each.
  ///   - retry: milliseconds.
  public static func event(
    type: String? = nil, data: String? = nil, id: String? = nil, retry: Int64? = nil, comment: String? = nil
  ) -> [UInt8] {
    var lines: [String] = []
    if let comment { lines.append(": \(comment)") }
    if let retry { lines.append("retry: \(retry)") }
    if let id { lines.append("id: \(id)") }
    if let type { lines.append("event: \(type)") }
    if let data { lines += data.split(separator: "\n", omittingEmptySubsequences: false).map { "data: \($0)" } }
    return Array((lines.joined(separator: "\n") + "\n\n").utf8)
  }
}
