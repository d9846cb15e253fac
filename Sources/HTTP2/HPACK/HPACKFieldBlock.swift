import Wire

/// Where a field's name and value are in the bytes of its block, and how it was written (RFC 7541 section 6, RFC 9204 section 4.5).
public struct HPACKField: Hashable, Sendable {
  /// How a field was written (RFC 7541 section 6).
  public enum Representation: UInt8, Hashable, Sendable {
    /// Name and value by index (section 6.1).
    case indexed
    /// A literal that is entered into the dynamic table (section 6.2.1).
    case literalWithIndexing
    /// A literal that is not (section 6.2.2).
    case literalWithoutIndexing
    /// A literal that no intermediary may enter into a table either: the value is sensitive (section 6.2.3).
    case neverIndexed
  }

  /// Where the name is; empty if it is not known.
  public var name: Range<Int>
  /// Where the value is; empty if it is not known.
  public var value: Range<Int>
  /// How it was written.
  public var representation: Representation
  /// The index of the name, or of name and value; 0 where the name is a literal. In QPACK, that of the static table, which begins with
  /// 0, or the absolute index of the dynamic table (RFC 9204 section 3.2.4).
  public var index: Int
  /// Whether the name is known. It is not where it stands in a part of the dynamic table that came before the capture, or in
  /// a gap of it.
  public var isNameKnown: Bool
  /// Whether its value was found in the tables.
  public var isValueKnown: Bool
  /// Whether name and value have only what RFC 9113 section 8.2.1 allows. A name or value that is not known passes. This is found out
  /// once, where a string is written, and not each time that an index stands for it.
  public package(set) var hasValidName = true
  /// Whether its value has no bytes that RFC 9113 section 8.2.1 forbids.
  public package(set) var hasValidValue = true

  /// - Parameters:
  ///   - name: where the name is in the bytes of the block, and `value` where the value is.
  ///   - index: of the name, or of name and value.
  package init(
    name: Range<Int>, value: Range<Int>, representation: Representation, index: Int, isNameKnown: Bool,
    isValueKnown: Bool
  ) {
    self.name = name
    self.value = value
    self.representation = representation
    self.index = index
    self.isNameKnown = isNameKnown
    self.isValueKnown = isValueKnown
  }

  /// Whether the sender called the value sensitive.
  public var isSensitive: Bool { representation == .neverIndexed }
}

/// The fields of one field block, in order. A block is meant to be used again for the next.
public struct HPACKFieldBlock: Sendable {
  /// A pseudo-header field (RFC 9113 section 8.3; `protocol` is RFC 8441's).
  public enum Pseudo: Int, CaseIterable, Sendable {
    /// The pseudo-header fields (RFC 9113 section 8.3, RFC 8441 section 4).
    case method, scheme, authority, path, status, `protocol`

    var name: String {
      switch self {
      case .method: ":method"
      case .scheme: ":scheme"
      case .authority: ":authority"
      case .path: ":path"
      case .status: ":status"
      case .protocol: ":protocol"
      }
    }
  }

  /// The names and values, one after the other.
  public private(set) var bytes: [UInt8] = []
  /// The fields, in order.
  public private(set) var fields: [HPACKField] = []
  /// The size of the field section: names, values and 32 for each field (RFC 9113 section 6.5.2). What is not known counts
  /// nothing.
  public private(set) var sectionSize = 0
  /// How many fields there were beyond the limit, which are not in `fields`.
  public private(set) var omittedCount = 0
  /// Whether a field has a name or a value that is not known.
  public private(set) var hasUnknown = false
  /// What is wrong with them.
  public internal(set) var flaws = HPACKFlaws()
  /// The first field of each pseudo name, as a place in `fields`.
  private var pseudo: InlineArray<6, Int32> = .init(repeating: -1)

  /// A block without fields.
  public init() {}

  /// The first pseudo-header field of this name.
  public func field(_ name: Pseudo) -> HPACKField? {
    let place = pseudo[name.rawValue]
    return place < 0 ? nil : fields[Int(place)]
  }

  /// A copy of the value of the first pseudo-header field of this name.
  public func value(_ name: Pseudo) -> [UInt8]? {
    field(name).map { Array(bytes[$0.value]) }
  }

  /// Whether a field has this name.
  public func hasName(_ field: HPACKField, _ name: StaticString) -> Bool { hasName(field, name.description) }

  /// Whether a field has this name.
  public func hasName(_ field: HPACKField, _ name: String) -> Bool {
    guard field.isNameKnown, field.name.count == name.utf8.count else { return false }
    return bytes[field.name].elementsEqual(name.utf8)
  }

  /// The status of a response: three digits (RFC 9110 section 15).
  public var status: Int? {
    guard let field = field(.status), field.isValueKnown, field.value.count == 3 else { return nil }
    var status = 0
    for byte in bytes[field.value] {
      guard byte >= 0x30, byte < 0x3A else { return nil }
      status = status * 10 + Int(byte - 0x30)
    }
    return status
  }

  /// What it holds, in bytes.
  public var heldBytes: Int { bytes.capacity + fields.capacity * MemoryLayout<HPACKField>.stride }

  package mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
    (sectionSize, omittedCount, hasUnknown, flaws) = (0, 0, false, [])
    pseudo = .init(repeating: -1)
  }

  /// Room for a literal at the end of `bytes`; what is in it belongs to the field that is appended next.
  package mutating func withBytes<Failure: Error>(_ body: (inout [UInt8]) throws(Failure) -> Void) throws(Failure) {
    try body(&bytes)
  }

  /// Takes a field whose name and value are in `bytes`; leaves it out, with all of `bytes` from `start`, if the section becomes
  /// larger than the limit.
  package mutating func append(_ field: HPACKField, from start: Int, limit: Int) {
    let size = field.name.count + field.value.count + HPACKDynamicTable.entryOverhead
    guard omittedCount == 0, size <= limit - sectionSize else { return omit(from: start) }
    sectionSize += size
    if !field.isNameKnown || !field.isValueKnown { hasUnknown = true }
    if field.isNameKnown, let first = bytes[field.name].first, first == UInt8(ascii: ":") { notePseudo(field) }
    fields.append(field)
  }

  /// Counts a field that is left out.
  package mutating func omit(from start: Int) {
    omittedCount += 1
    bytes.removeLast(bytes.count - start)
  }

  private mutating func notePseudo(_ field: HPACKField) {
    for name in Pseudo.allCases where hasName(field, name.name) && pseudo[name.rawValue] < 0 {
      pseudo[name.rawValue] = Int32(fields.count)
    }
  }
}
