import TextOutput

/// What printing needs to know of each field, in flat memory: looking a field up counts no references and copies no string.
struct FieldWords: Sendable {
  /// One field, by `FieldID.rawValue`.
  struct Entry: Sendable {
    let type: FieldType
    let kind: FieldType.Kind
    let base: NumberBase
    let mask: UInt64
    let patternBits: Int
    /// Whether its values have names.
    let hasValues: Bool
    /// Whether a named value is shown without its number, as the status of a checksum is.
    let hidesNumber: Bool
    /// Whether its name begins with `_ws.`.
    let isOwn: Bool
    /// The first field of the same name; most have a name of their own.
    let sameName: UInt16
    fileprivate let name: Range<Int>
    fileprivate let key: Range<Int>
    fileprivate let label: Range<Int>
  }

  static let all = FieldWords(FieldTable.fields)

  private let entries: [Entry]
  /// Names, keys and labels, one after the other.
  private let text: [UInt8]

  private init(_ fields: [Field]) {
    var text: [UInt8] = []
    func place(_ word: String) -> Range<Int> {
      let start = text.count
      text += Array(word.utf8)
      return start..<text.count
    }
    var firstOfName: [String: UInt16] = [:]
    entries = fields.map { field in
      if firstOfName[field.name] == nil { firstOfName[field.name] = field.id.rawValue }
      return Entry(
        type: field.type, kind: field.type.kind, base: field.base, mask: field.mask, patternBits: field.patternBits,
        hasValues: field.values != nil, hidesNumber: field.name.hasSuffix("checksum.status"),
        isOwn: field.name.hasPrefix("_ws."), sameName: firstOfName[field.name] ?? field.id.rawValue,
        name: place(field.name), key: place(String(field.name.map { $0 == "." ? "_" : $0 })), label: place(field.label))
    }
    self.text = text
  }

  var count: Int { entries.count }

  subscript(field: FieldID) -> Entry { entries[Int(field.rawValue)] }

  /// Appends Wireshark's name: `ip.src`.
  func appendName(of field: FieldID, to buffer: inout TextBuffer) {
    buffer.append(text.span.extracting(self[field].name))
  }

  /// Appends the name with `_` for each dot.
  func appendKey(of field: FieldID, to buffer: inout TextBuffer) {
    buffer.append(text.span.extracting(self[field].key))
  }

  /// Appends the label: `Source Address`.
  func appendLabel(of field: FieldID, to buffer: inout TextBuffer) {
    buffer.append(text.span.extracting(self[field].label))
  }
}
