/// What a body is, by its type and, where that says nothing, by its look.
public enum BodyKind: Hashable, Sendable {
  /// JSON (RFC 8259).
  case json
  /// One JSON document after the other: NDJSON, JSON lines, RFC 7464 sequences.
  case jsonSequence
  /// Server-sent events.
  case events
  /// Anything else that is text, or is said to be.
  case text
  /// Anything else.
  case other

  /// - Parameter type: the value of `Content-Type`.
  public init(type: String?, _ body: [UInt8]) {
    let media = Self.media(type)
    let subtype = media.split(separator: "/").last ?? ""
    if media == "text/event-stream" {
      self = .events
    } else if ["ndjson", "x-ndjson", "jsonl", "x-jsonl", "jsonlines", "x-jsonlines", "json-seq", "stream+json"]
      .contains(
        subtype)
    {
      self = .jsonSequence
    } else if subtype == "json" || subtype.hasSuffix("+json") || subtype == "x-json"
      || (media.isEmpty && Self.looksLikeJSON(body))
    {
      self = .json
    } else if media.hasPrefix("text/") || subtype.hasSuffix("xml") || subtype == "x-www-form-urlencoded"
      || subtype.hasSuffix("javascript")
    {
      self = .text
    } else {
      self = .other
    }
  }

  /// The media type alone, in lower case.
  public static func media(_ type: String?) -> String {
    guard let type else { return "" }
    var media: [UInt8] = []
    for byte in type.utf8 {
      if byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",") { break }
      if byte == 0x20 || byte == 0x09 { continue }
      media.append(lowercased(byte))
    }
    return String(decoding: media, as: UTF8.self)
  }

  /// Whether a media type begins so, which is in lower case and without white space.
  static func begins(_ type: String?, with prefix: StaticString) -> Bool {
    guard let type else { return false }
    var bytes = type.utf8.lazy.filter { $0 != 0x20 && $0 != 0x09 }.makeIterator()
    return prefix.description.utf8.allSatisfy { expected in bytes.next().map(lowercased) == expected }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }

  private static func looksLikeJSON(_ body: [UInt8]) -> Bool {
    let first = body.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}
