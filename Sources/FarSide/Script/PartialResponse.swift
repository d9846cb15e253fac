/// Answers requests for a part (RFC 9110 section 14) with what a scripted response has.
struct PartialResponse {
  let request: RequestHead

  /// The part that is asked for, with status 206 and Content-Range; or 416; or the whole response, if no part is asked for, or only on
  /// the condition that the response is another one (If-Range, section 13.1.5).
  func applied(to response: ScriptedResponse) -> ScriptedResponse {
    guard let part = response.part, request.method == "GET", let asked = request.value(of: "range"),
      meetsCondition(response)
    else { return response }
    let count = response.body.count
    guard let first = Self.first(of: asked, count) else { return response }
    var answer = response
    if first >= count {
      answer.status = 416
      answer.headers.append(ScriptedResponse.Header("Content-Range", "bytes */\(count)"))
      answer.body = .bytes([])
      return answer
    }
    let start = max(first - part.earlier, 0)
    answer.status = 206
    answer.headers.append(ScriptedResponse.Header("Content-Range", "bytes \(start)-\(count - 1)/\(count)"))
    answer.body = .part(of: response.body, from: start)
    return answer
  }

  private func meetsCondition(_ response: ScriptedResponse) -> Bool {
    guard let condition = request.value(of: "if-range") else { return true }
    let own = response.headers.filter { ["etag", "last-modified"].contains($0.name.lowercased()) }.map(\.value)
    return !condition.hasPrefix("W/") && own.contains(condition)
  }

  /// The first byte of a range that goes on to the end: `bytes=100-`, or of one that has an end, which this server does not keep to: it
  /// may send more (section 14.2). Nil for what it does not understand.
  private static func first(of range: String, _ count: Int) -> Int? {
    guard range.hasPrefix("bytes="), !range.contains(",") else { return nil }
    let ends = range.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    if ends[0].isEmpty { return Int(ends[1]).map { max(count - $0, 0) } }
    return Int(ends[0])
  }
}
