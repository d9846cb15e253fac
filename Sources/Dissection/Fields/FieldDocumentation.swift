/// The page of all fields, made from the table.
public enum FieldDocumentation {
  public static var markdown: String {
    var text = """
      # Fields

      The fields that trees show and filters know. Names and types are Wireshark's; `headwind capture -T fields -e NAME` prints
      a field, `headwind capture -Y FILTER` filters by it ([filters](filters.md)). This page is made from the code's own table:
      `HEADWIND_WRITE_DOCS=1 swift test --filter FieldDocumentationTests` writes it anew.

      """
    for field in FieldTable.fields where field.id != .text {
      if field.type == .protocol || (field.name == "frame") {
        text += "\n## \(field.name): \(field.label)\n\n| field | type | meaning |\n| --- | --- | --- |\n"
      } else {
        text += "| `\(field.name)` | \(typeName(field)) | \(field.label) |\n"
      }
    }
    return text
  }

  private static func typeName(_ field: Field) -> String {
    field.type.rawValue + (field.base == .decimal ? "" : ", " + field.base.rawValue)
  }
}
