/// The header fields of a message's head, as it came.
struct HeaderFields {
  private let fields: [(name: String, value: String)]

  init(head: some Sequence<UInt8>) {
    let lines = String(decoding: Array(head), as: UTF8.self).unicodeScalars.split { $0 == "\r" || $0 == "\n" }
    fields = lines.dropFirst().compactMap { line in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[colon...].dropFirst().drop { $0 == " " || $0 == "\t" }
      return (String(line[..<colon]).lowercased(), String(value))
    }
  }

  /// The value of the first field with this name, which is in lower-case letters.
  subscript(name: String) -> String? {
    fields.first { $0.name == name }?.value
  }
}
