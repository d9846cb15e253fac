import TextOutput

/// What printing needs to know of each field, in flat memory: looking a field up counts no references and copies no string.
struct FieldWords: Sendable {
  /// One field, by `FieldID.rawValue`.
  struct Entry: Sendable {
    let type: FieldType
    let kind: FieldType.Kind
    let base: NumberBase
    /// Whether its values have names.
    let hasValues: Bool
    /// Whether a named value is shown without its number, as the status of a checksum is.
    let hidesNumber: Bool
    /// Whether its name begins with `_ws.`.
    let isOwn: Bool
    /// Whether a node of the field is shown by its text also where no tree is: protocols, and what has no field.
    let needsText: Bool
    /// Whether its label is its whole line in a tree.
    let isLabelOnly: Bool
    /// Whether its line in a tree begins with the bits that it has of a number.
    let hasPattern: Bool
    let mask: UInt64
    let patternBits: Int
    /// The first field of the same name; most have a name of their own.
    let sameName: FieldID
    fileprivate let name: Word
    fileprivate let key: Word
    fileprivate let label: Word
    /// The name as that of a JSON member, behind a comma, and that with `_tree` behind it.
    fileprivate let member: Word
    fileprivate let treeMember: Word
    fileprivate let yes: Word
    fileprivate let no: Word
    fileprivate let values: Range<UInt32>
  }

  /// The place of a word in the text of all.
  fileprivate struct Word: Sendable {
    let start: UInt32
    let count: UInt32

    var range: Range<Int> { Int(start)..<Int(start) &+ Int(count) }
  }

  static let all = FieldWords(FieldTable.fields)

  /// What stands between a label and a value: every label has it behind it.
  private static let separator = Array(": ".utf8)

  private let entries: [Entry]
  /// Names, keys, labels and the names of values, one after the other, and room behind the last.
  private let text: [UInt8]
  /// The numbers that have names, ascending for each field, and their names.
  private let numbers: [UInt64]
  private let numberNames: [Word]

  private init(_ fields: [Field]) {
    var text: [UInt8] = []
    func place(_ word: String) -> Word {
      let start = UInt32(text.count)
      text += Array(word.utf8)
      return Word(start: start, count: UInt32(text.count) - start)
    }
    var numbers: [UInt64] = []
    var numberNames: [Word] = []
    func place(_ values: ValueNames?) -> Range<UInt32> {
      let start = UInt32(numbers.count)
      for (number, name) in (values?.names ?? [:]).sorted(by: { $0.key < $1.key }) {
        numbers.append(number)
        numberNames.append(place(name))
      }
      return start..<UInt32(numbers.count)
    }
    var firstOfName: [String: FieldID] = [:]
    entries = fields.map { field in
      if firstOfName[field.name] == nil { firstOfName[field.name] = field.id }
      let kind = field.type.kind
      let label = place(field.label)
      text += Self.separator
      return Entry(
        type: field.type, kind: kind, base: field.base, hasValues: field.values != nil,
        hidesNumber: field.name.hasSuffix("checksum.status"), isOwn: field.name.hasPrefix("_ws."),
        needsText: field.type == .protocol || field.id == .text, isLabelOnly: kind == .presence || kind == .protocol,
        // A mask in the table says nothing about bits where the value is text.
        hasPattern: field.mask != 0 && (kind == .unsigned || kind == .signed || kind == .boolean),
        mask: field.mask, patternBits: field.patternBits, sameName: firstOfName[field.name] ?? field.id,
        name: place(field.name), key: place(String(field.name.map { $0 == "." ? "_" : $0 })), label: label,
        member: place(", \"\(field.name)\": "), treeMember: place(", \"\(field.name)_tree\": "),
        yes: place(field.truth.yes), no: place(field.truth.no), values: place(field.values))
    }
    text += [UInt8](repeating: 0, count: MutableSpan<UInt8>.slack)
    self.text = text
    self.numbers = numbers
    self.numberNames = numberNames
  }

  var count: Int { entries.count }

  subscript(field: FieldID) -> Entry {
    @inline(__always) get { entries[Int(field.rawValue)] }
  }

  /// All words, for the length of one call.
  @inline(__always)
  func withText<Result: ~Copyable>(_ body: (Span<UInt8>) -> Result) -> Result { body(text.span) }

  /// Appends Wireshark's name: `ip.src`.
  func appendName(of field: FieldID, to buffer: inout TextBuffer) {
    buffer.append(text.span, self[field].name.range)
  }

  /// Appends the name with `_` for each dot.
  func appendKey(of field: FieldID, to buffer: inout TextBuffer) {
    buffer.append(text.span, self[field].key.range)
  }

  /// Appends a name as that of a JSON member: `, "ip.src": `.
  func appendMember(_ field: FieldID, isTree: Bool, isFirst: Bool, to buffer: inout TextBuffer) {
    let entry = self[field]
    let range = isTree ? entry.treeMember.range : entry.member.range
    // The first needs no comma.
    buffer.append(text.span, range.lowerBound &+ (isFirst ? 2 : 0)..<range.upperBound)
  }

  /// Appends a key as that of a JSON member: `"ip_ip_src": `.
  func appendMember(key field: FieldID, in layer: FieldID?, to buffer: inout TextBuffer) {
    let key = self[field].key.range
    let before = layer.map { self[$0].key.range } ?? 0..<0
    let words = text.span
    buffer.write(atMost: key.count &+ before.count &+ 5 &+ MutableSpan<UInt8>.slack) { room in
      var place = 0
      room.put(0x22, counting: 1, at: &place)
      if !before.isEmpty {
        room.put(words, before, at: &place)
        room.put(0x5F, counting: 1, at: &place)
      }
      room.put(words, key, at: &place)
      room.put(0x203A22, counting: 3, at: &place)
      return place
    }
  }

  /// Appends the label: `Source address`.
  func appendLabel(of field: FieldID, to buffer: inout TextBuffer) {
    buffer.append(text.span, self[field].label.range)
  }

  /// Appends what true or false is called.
  func append(_ truth: Bool, of field: Entry, to buffer: inout TextBuffer) {
    buffer.append(text.span, truth ? field.yes.range : field.no.range)
  }

  /// Appends the name of a value; false if it has none.
  func appendName(of value: UInt64, _ field: Entry, to buffer: inout TextBuffer) -> Bool {
    var (low, high) = (Int(field.values.lowerBound), Int(field.values.upperBound))
    while low < high {
      let middle = low &+ (high &- low) / 2
      if numbers[middle] < value { low = middle &+ 1 } else { high = middle }
    }
    guard low < Int(field.values.upperBound), numbers[low] == value else { return false }
    buffer.append(text.span, numberNames[low].range)
    return true
  }

  /// Whether a range of a buffer, which is inside, is the label and nothing else.
  func isLabel(_ buffer: TextBuffer, _ range: Range<Int>, of field: FieldID) -> Bool {
    let label = self[field].label.range
    guard range.count == label.count else { return false }
    return buffer.withBytes { bytes in
      label.allSatisfy { text[$0] == bytes[range.lowerBound + $0 - label.lowerBound] }
    }
  }
}

extension FieldWords.Entry {
  /// The label, and the colon and space that are behind it in the text of all words.
  var lead: Range<Int> { Int(label.start)..<Int(label.start) &+ Int(label.count) &+ 2 }

  /// The label alone.
  var title: Range<Int> { label.range }
}
