/// An option of DHCP: what it is called, and what its value is made of.
struct DHCPOption {
  enum Content {
    /// Bytes that are shown as they are.
    case opaque
    /// Fields that fill the value exactly.
    case value([FieldID])
    /// The same fields over and over.
    case list([FieldID])
    /// Fields of which the last takes what is left.
    case run([FieldID])
    /// What has a reader of its own.
    case special
  }

  let name: String
  let content: Content

  init(_ name: String, _ content: Content) {
    self.name = name
    self.content = content
  }

  static func name(of code: UInt8) -> String { table[code]?.name ?? (code >= 224 ? "Private" : "Unassigned") }
}
