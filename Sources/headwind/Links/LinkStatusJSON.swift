import VirtualLink

/// The status of a link for `--json`: the values of the control protocol, numbers as numbers.
struct LinkStatusJSON: Encodable {
  /// Names whose values are words, even where a word has only digits.
  private static let words: Set<String> = [
    "name", "profile", "kind", "engine", "state", "gateway", "device", "attached",
  ]
  /// Names that can come several times.
  private static let lists: Set<String> = ["next", "inspection"]

  private let values: [(name: String, value: String)]

  init(_ reply: ControlReply) { values = reply.values }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for name in Self.lists {
      let all = values.filter { $0.name == name }.map(\.value)
      if !all.isEmpty { try container.encode(all, forKey: Key(stringValue: name)) }
    }
    for (name, value) in values where !Self.lists.contains(name) {
      let key = Key(stringValue: String(name.map { $0 == "-" ? "_" : $0 }))
      if !Self.words.contains(name), let number = UInt64(value) {
        try container.encode(number, forKey: key)
      } else {
        try container.encode(value, forKey: key)
      }
    }
  }
}
