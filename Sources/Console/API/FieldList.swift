import Dissection
import TextOutput

/// All fields that a filter can name, for completion.
enum FieldList {
  static func append(to text: inout TextBuffer) {
    text.append("[")
    for (place, field) in FieldTable.fields.enumerated() {
      text.append(place > 0 ? ",\n{\"name\":" : "{\"name\":")
      text.append(jsonString: field.name)
      text.append(",\"label\":")
      text.append(jsonString: field.label)
      text.append(",\"type\":")
      text.append(jsonString: "\(field.type)")
      text.append("}")
    }
    text.append("]\n")
  }
}
