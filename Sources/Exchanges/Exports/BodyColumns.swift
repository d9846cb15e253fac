import MessageFormats
import TextOutput

/// Writes a decoded body as the columns that `jsonl` has for it: JSON as itself, text as a string, the rest as base64.
struct BodyColumns {
  /// What one of the columns says; the others are null.
  private enum Shape {
    case none
    case json, text, base64, events
  }

  /// - Parameter isCut: whether the body goes on after `body`.
  static func append(
    _ party: String, _ body: [UInt8], type: String?, isCut: Bool, failure: String?, to text: inout TextBuffer
  ) {
    let columns = BodyColumns(party: party, body: body, isCut: isCut)
    columns.append(BodyKind(type: type, body), failure, &text)
  }

  let party: String
  let body: [UInt8]
  let isCut: Bool

  private func append(_ kind: BodyKind, _ failure: String?, _ text: inout TextBuffer) {
    var trouble = failure
    let start = text.count
    let length = Self.textLength(body.span, isCut: isCut)
    var shape = Shape.none
    if let length, !body.isEmpty {
      let bytes = body.span.extracting(0..<length)
      begin("json", &text)
      switch kind {
      case .json where appendJSON(bytes, &text): shape = .json
      case .jsonSequence where appendSequence(bytes, &text, &trouble): shape = .json
      case .events: shape = .events
      default: shape = .text
      }
      if shape != .json {
        text.truncate(to: start)
        nothing("json", &text)
        if kind == .json { trouble = trouble ?? Self.whyNotJSON(bytes, isCut: isCut) }
      }
      begin("events", &text)
      if shape == .events { appendEvents(bytes, &text) } else { text.append("null") }
      begin("text", &text)
      if shape == .text { text.append(jsonText: bytes) } else { text.append("null") }
      nothing("base64", &text)
    } else {
      for name in ["json", "events", "text"] { nothing(name, &text) }
      begin("base64", &text)
      if body.isEmpty { text.append("null") } else { text.append(jsonBase64: body.span) }
    }
    begin("body_cut", &text)
    text.append(json: isCut)
    begin("body_error", &text)
    text.append(jsonString: trouble)
  }

  private func begin(_ name: String, _ text: inout TextBuffer) {
    text.append(",\"")
    text.append(party)
    text.append("_")
    text.append(name)
    text.append("\":")
  }

  private func nothing(_ name: String, _ text: inout TextBuffer) {
    begin(name, &text)
    text.append("null")
  }

  private func appendJSON(_ bytes: Span<UInt8>, _ text: inout TextBuffer) -> Bool {
    JSONCompactor.append(bytes.extracting(Self.markLength(bytes)..<bytes.count), to: &text)
  }

  /// The documents of a sequence as an array; where one is broken, those before it.
  private func appendSequence(_ bytes: Span<UInt8>, _ text: inout TextBuffer, _ trouble: inout String?) -> Bool {
    let skipped = bytes.extracting(Self.markLength(bytes)..<bytes.count)
    var position = 0
    text.append("[")
    var isFirst = true
    while true {
      position = Self.skipSeparators(skipped, position)
      guard position < skipped.count else { break }
      let before = text.count
      if !isFirst { text.append(",") }
      guard let end = JSONCompactor.append(skipped, from: position, to: &text) else {
        text.truncate(to: before)
        if !isCut {
          trouble = trouble ?? "document \(Self.whyNotJSON(skipped, isSequence: true, isCut: false) ?? "is no JSON")"
        }
        break
      }
      isFirst = false
      position = end
    }
    text.append("]")
    return !isFirst
  }

  private func appendEvents(_ bytes: Span<UInt8>, _ text: inout TextBuffer) {
    var reader = EventStreamReader(limit: bytes.count)
    text.append("[")
    var isFirst = true
    reader.read(bytes) { told in
      if case .event(let event) = told { append(event, &isFirst, &text) }
    }
    text.append("]")
  }

  private func append(_ event: EventStreamReader.Event, _ isFirst: inout Bool, _ text: inout TextBuffer) {
    text.append(isFirst ? "{\"type\":" : ",{\"type\":")
    isFirst = false
    text.append(jsonString: event.type.span)
    text.append(",\"id\":")
    text.append(jsonString: event.id.span)
    text.append(",\"data\":")
    text.append(jsonText: event.data.span)
    text.append(",\"json\":")
    if !JSONCompactor.append(event.data.span, to: &text) { text.append("null") }
    text.append("}")
  }

  /// How many bytes are text: all if they are UTF-8, less the last few where the cut went through a character.
  private static func textLength(_ bytes: Span<UInt8>, isCut: Bool) -> Int? {
    for missing in 0...(isCut ? min(3, bytes.count) : 0) {
      let length = bytes.count - missing
      if (try? UTF8Span(validating: bytes.extracting(0..<length))) != nil { return length }
    }
    return nil
  }

  /// A byte order mark is no part of the document.
  private static func markLength(_ bytes: Span<UInt8>) -> Int {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
  }

  /// White space, and the record separators of RFC 7464.
  private static func skipSeparators(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var index = JSONCompactor.skipSpace(bytes, start)
    while index < bytes.count, bytes[index] == 0x1E { index = JSONCompactor.skipSpace(bytes, index + 1) }
    return index
  }

  /// Where the document is broken and what would have been right.
  private static func whyNotJSON(_ bytes: Span<UInt8>, isSequence: Bool = false, isCut: Bool) -> String? {
    guard !isCut else { return nil }
    var parser = JSONParser(allowsSequence: isSequence, keepsNodes: isSequence)
    parser.parse(bytes)
    parser.finish()
    return parser.error?.description ?? "half of a surrogate pair alone"
  }
}
