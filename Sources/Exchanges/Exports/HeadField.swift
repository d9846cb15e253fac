import TextOutput
import Wire

/// A header field: its name and its value, folded lines joined with a space.
struct HeadField {
  var name: [UInt8]
  var value: [UInt8]

  /// The fields of a head in their order.
  static func all(of head: [UInt8], from start: Int = 0) -> [HeadField] {
    let bytes = head.span
    guard start < bytes.count else { return [] }
    var lines = HeadLines(bytes, from: start)
    var fields: [HeadField] = []
    while let line = lines.next(bytes) {
      let value = [UInt8](bytes.extracting(line.value))
      if line.isContinuation {
        if !fields.isEmpty { fields[fields.count - 1].value += [0x20] + value }
      } else {
        fields.append(HeadField(name: [UInt8](bytes.extracting(line.name)), value: value))
      }
    }
    return fields
  }

  /// Whether the name is `lowercase`, in any case.
  func isNamed(_ lowercase: String) -> Bool {
    guard name.count == lowercase.utf8.count else { return false }
    return zip(name, lowercase.utf8).allSatisfy { ($0 &- 0x41 < 26 ? $0 | 0x20 : $0) == $1 }
  }

  var text: String { String(text: value.span) }
}
