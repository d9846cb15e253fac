/// All the fields that there are.
public enum FieldTable {
  /// By `FieldID.rawValue`.
  public static let fields: [Field] = {
    let fields = ProtocolRegistry.all.flatMap(\.fields)
    let missing = Set(FieldID.allCases).subtracting(fields.map(\.id))
    precondition(missing.isEmpty, "no declaration in ProtocolRegistry.all has the fields \(missing)")
    return fields.sorted { $0.id.rawValue < $1.id.rawValue }
  }()

  private static let byName: [String: FieldID] = Dictionary(
    fields.map { ($0.name, $0.id) }, uniquingKeysWith: { first, _ in first })

  /// The field of that name, as in Wireshark: exactly this spelling.
  public static func field(named name: String) -> Field? {
    byName[name].map { self[$0] }
  }

  /// What a field is.
  public static subscript(id: FieldID) -> Field { fields[Int(id.rawValue)] }

  /// Names that somebody who typed `name` may have meant, best first.
  public static func suggestions(for name: String, limit: Int = 3) -> [String] {
    let wanted = name.lowercased()
    let bound = max(2, wanted.count / 4)
    var found: [(distance: Int, name: String)] = []
    for field in fields {
      let distance =
        field.name == wanted ? 0 : field.name.hasSuffix("." + wanted) ? 1 : EditDistance.between(wanted, field.name)
      if distance <= bound { found.append((distance, field.name)) }
    }
    return found.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(limit).map(\.name)
  }
}

extension FieldID {
  /// The definition in the table.
  public var field: Field { FieldTable[self] }
}
