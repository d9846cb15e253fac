/// A JSON Schema with which editors check and complete files while they are written.
enum EditorSchema: String, CaseIterable {
  case profile, scenario, lab

  var fileName: String { "\(rawValue).schema.json" }

  var text: String { ShippedSchemaFiles.all.first { $0.name == fileName }?.text ?? "" }
}
