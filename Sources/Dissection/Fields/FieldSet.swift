/// A set of fields, one bit each.
public struct FieldSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  private var words: [UInt64]

  public init() {
    words = [UInt64](repeating: 0, count: (FieldID.allCases.count + 63) / 64)
  }

  public init(arrayLiteral elements: FieldID...) {
    self.init(elements)
  }

  public init(_ elements: some Sequence<FieldID>) {
    self.init()
    for element in elements { insert(element) }
  }

  /// Every field.
  public static let all = FieldSet(FieldID.allCases)

  public func contains(_ field: FieldID) -> Bool {
    words[Int(field.rawValue) >> 6] >> UInt64(field.rawValue & 63) & 1 == 1
  }

  public mutating func insert(_ field: FieldID) {
    words[Int(field.rawValue) >> 6] |= 1 << UInt64(field.rawValue & 63)
  }

  public mutating func formUnion(_ other: FieldSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  public func isSubset(of other: FieldSet) -> Bool {
    words.indices.allSatisfy { words[$0] & ~other.words[$0] == 0 }
  }
}
