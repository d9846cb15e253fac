/// A set of fields, one bit each.
public struct FieldSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  private var words: [UInt64]

  /// No field.
  public init() {
    words = [UInt64](repeating: 0, count: (FieldID.allCases.count + 63) / 64)
  }

  public init(arrayLiteral elements: FieldID...) {
    self.init(elements)
  }

  /// These fields.
  public init(_ elements: some Sequence<FieldID>) {
    self.init()
    for element in elements { insert(element) }
  }

  /// Every field.
  public static let all = FieldSet(FieldID.allCases)

  /// Whether a field is among them.
  public func contains(_ field: FieldID) -> Bool {
    words[Int(field.rawValue) >> 6] >> UInt64(field.rawValue & 63) & 1 == 1
  }

  /// Adds a field.
  public mutating func insert(_ field: FieldID) {
    words[Int(field.rawValue) >> 6] |= 1 << UInt64(field.rawValue & 63)
  }

  /// Adds the fields of another set.
  public mutating func formUnion(_ other: FieldSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  /// Whether all fields are in another set, too.
  public func isSubset(of other: FieldSet) -> Bool {
    words.indices.allSatisfy { words[$0] & ~other.words[$0] == 0 }
  }
}
