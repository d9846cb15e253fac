/// A field as the table defines it: Wireshark's name and type, a label of our own, and the way it is shown.
public struct Field: Sendable {
  /// Its place in the table.
  public let id: FieldID
  /// Wireshark's abbreviation: `ip.src`.
  public let name: String
  /// What its values are.
  public let type: FieldType
  /// The words before the value in a tree: `Source address`.
  public let label: String
  /// The base in which a number is shown.
  public let base: NumberBase
  /// The bits of the enclosing number that the field is, or 0 for all of it; such fields are shown with a bit pattern.
  public let mask: UInt64
  /// How many bits the bit pattern of a boolean has; for numbers it is the type's width.
  public let patternBits: Int
  /// The names of its values.
  public let values: ValueNames?
  /// What true and false are called.
  public let truth: (yes: String, no: String)

  // Thousands of fields are made in long lists. Inlined, each list is one very long function, which the compiler takes much longer for.
  @inline(never)
  init(
    _ id: FieldID, _ name: String, _ type: FieldType, _ label: String, base: NumberBase = .decimal, bits: Int = 0,
    mask: UInt64 = 0, truth: (yes: String, no: String) = ("True", "False"), values: ValueNames? = nil
  ) {
    self.id = id
    self.name = name
    self.type = type
    self.label = label
    self.base = base
    self.mask = mask
    self.patternBits = bits > 0 ? bits : type.bits
    self.values = values
    self.truth = truth
  }
}
