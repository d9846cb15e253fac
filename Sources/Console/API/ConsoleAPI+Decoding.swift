import Dissection
import TextOutput

/// "Decode as": which protocols the numbers of ports and protocols stand for.
extension ConsoleAPI {
  /// The most words that may be given.
  private static let mostWords = 100

  func answerDecoding(_ request: APIRequest, _ text: inout TextBuffer) throws {
    if request.method == "POST" {
      let words = try request.text("words").split(separator: "\n").map { try Self.word(String($0)) }
      guard words.count <= Self.mostWords else { throw APIProblem(422, "at most \(Self.mostWords) words are taken") }
      try decode(as: words)
    } else if request.method != "GET" {
      throw APIProblem(405, "the decoding is read with GET and set with POST")
    }
    append(try desk().words, to: &text)
  }

  private static func word(_ text: String) throws(APIProblem) -> DecodeAs {
    do throws(DecodeAs.Failure) {
      return try DecodeAs(text)
    } catch {
      throw APIProblem(422, error.description)
    }
  }

  /// `{"words": ["tcp.port==9000,http"], "tables": {"tcp.port": ["http", ...], ...}}`
  private func append(_ words: [DecodeAs], to text: inout TextBuffer) {
    text.append("{\"words\":")
    text.append(list: words) { $0.append(jsonString: $1.description) }
    text.append(",\"tables\":{")
    for (place, table) in DissectorTables.Table.allCases.enumerated() {
      if place > 0 { text.append(",") }
      text.append(jsonString: table.rawValue)
      text.append(":")
      text.append(list: DissectorTables.names(for: table).sorted()) { $0.append(jsonString: $1) }
    }
    text.append("}}\n")
  }
}
