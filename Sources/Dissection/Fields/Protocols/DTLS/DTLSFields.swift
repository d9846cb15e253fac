/// Turns fields of TLS into those of DTLS, so that one code dissects the messages of both.
enum DTLSFields {
  /// The fields of TLS by their names.
  static let byName: [String: Field] = Dictionary(
    FieldTable.tls.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// By those of TLS.
  private static let fields: [FieldID: FieldID] = Dictionary(
    FieldTable.dtls.compactMap { field in byName[String(field.name.dropFirst())].map { ($0.id, field.id) } },
    uniquingKeysWith: { first, _ in first })

  /// The field of DTLS that is one of TLS but for its name; any other field is itself.
  static func field(_ field: FieldID) -> FieldID { fields[field] ?? field }

  /// The fields to ask the code of TLS for, where these fields are wanted; nil for all. What DTLS has not is not among them.
  static func wanted(_ wanted: FieldSet?) -> FieldSet {
    FieldSet(
      FieldTable.fields.lazy.filter { field in
        let own = fields[field.id]
        return (own != nil || !field.name.hasPrefix("tls.")) && wanted?.contains(own ?? field.id) != false
      }.map(\.id))
  }
}
