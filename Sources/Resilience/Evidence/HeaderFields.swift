/// The header fields of a message's head, as it came.
struct HeaderFields: Sendable, Hashable {
  private struct Field: Sendable, Hashable {
    /// In lower-case letters.
    var name: String
    var value: String
  }

  private let fields: [Field]

  /// Nothing is known.
  init() { fields = [] }

  init(head: some Sequence<UInt8>) {
    let lines = String(decoding: Array(head), as: UTF8.self).unicodeScalars.split { $0 == "\r" || $0 == "\n" }
    fields = lines.dropFirst().compactMap { line in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[colon...].dropFirst().drop { $0 == " " || $0 == "\t" }
      return Field(name: String(line[..<colon]).lowercased(), value: String(value))
    }
  }

  /// The value of the first field with this name, which is in lower-case letters.
  subscript(name: String) -> String? {
    fields.first { $0.name == name }?.value
  }

  /// The values of all fields with this name, which is in lower-case letters.
  func all(_ name: String) -> [String] {
    fields.filter { $0.name == name }.map(\.value)
  }
}
