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
    /// Whether a node of the field is shown by its text also where no tree is: protocols, and what has no field.
    let needsText: Bool
    /// The first field of the same name; most have a name of their own.
    let sameName: FieldID
    fileprivate let name: Range<UInt32>
    fileprivate let key: Range<UInt32>
    fileprivate let label: Range<UInt32>
  }

  static let all = FieldWords(FieldTable.fields)

  private let entries: [Entry]
  /// Names, keys and labels, one after the other.
  private let text: [UInt8]

  private init(_ fields: [Field]) {
    var text: [UInt8] = []
    func place(_ word: String) -> Range<UInt32> {
      let start = UInt32(text.count)
      text += Array(word.utf8)
      return start..<UInt32(text.count)
    }
    var firstOfName: [String: FieldID] = [:]
    entries = fields.map { field in
      if firstOfName[field.name] == nil { firstOfName[field.name] = field.id }
      return Entry(
        type: field.type, kind: field.type.kind, base: field.base, mask: field.mask, patternBits: field.patternBits,
        hasValues: field.values != nil, hidesNumber: field.name.hasSuffix("checksum.status"),
        isOwn: field.name.hasPrefix("_ws."), needsText: field.type == .protocol || field.id == .text,
        sameName: firstOfName[field.name] ?? field.id,
        name: place(field.name), key: place(String(field.name.map { $0 == "." ? "_" : $0 })), label: place(field.label))
    }
    self.text = text
  }

  var count: Int { entries.count }

  subscript(field: FieldID) -> Entry { entries[Int(field.rawValue)] }

  /// Appends Wireshark's name: `ip.src`.
  func appendName(of field: FieldID, to buffer: inout TextBuffer) {
    append(self[field].name, to: &buffer)
  }

  /// Appends the name with `_` for each dot.
  func appendKey(of field: FieldID, to buffer: inout TextBuffer) {
    append(self[field].key, to: &buffer)
  }

  /// Appends the label: `Source Address`.
  func appendLabel(of field: FieldID, to buffer: inout TextBuffer) {
    append(self[field].label, to: &buffer)
  }

  /// Whether a range of a buffer, which is inside, is the label and nothing else.
  func isLabel(_ buffer: TextBuffer, _ range: Range<Int>, of field: FieldID) -> Bool {
    let label = self[field].label
    guard range.count == label.count else { return false }
    return buffer.withBytes { bytes in
      label.indices.allSatisfy { text[Int($0)] == bytes[range.lowerBound + Int($0 - label.lowerBound)] }
    }
  }

  @inline(__always)
  private func append(_ range: Range<UInt32>, to buffer: inout TextBuffer) {
    buffer.append(text.span, Int(range.lowerBound)..<Int(range.upperBound))
  }
}
