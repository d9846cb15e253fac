import Wire

/// Values as text: for `-T fields`, which is also how filters take them, and for trees.
enum FieldText {
  /// As `tshark -T fields` prints it.
  static func plain(_ node: FieldNode, bytes: @autoclosure () -> [UInt8]) -> String {
    let field = FieldTable[node.field]
    switch node.value {
    case .none: return field.type == .none ? "1" : ""
    case .bytes:
      if field.type == .protocol, node.field != .data {
        return node.text.map { $0 == field.label ? field.name : $0 } ?? field.label
      }
      if field.type == .none { return "1" }
      // Padding alone may be empty, in Wireshark's view.
      if node.range.isEmpty { return node.field == .ipv6OptPadn ? "<none>" : "<MISSING>" }
      return TextFormat.hex(bytes())
    case .boolean(let value): return value ? "1" : "0"
    case .unsigned(let value): return number(value, field)
    case .signed(let value): return String(value)
    case .double(let value): return double(value)
    case .string(let value): return escaped(value)
    case .ethernet(let value): return value.description
    case .ipv4(let value): return value.description
    case .ipv6(let value): return value.description
    case .absoluteTime(let value): return CivilTime(nanoseconds: value).text
    case .relativeTime(let value): return TextFormat.seconds(value)
    }
  }

  /// As a tree shows it: with the value's name and its other base.
  static func described(_ node: FieldNode, bytes: @autoclosure () -> [UInt8]) -> String {
    let field = FieldTable[node.field]
    switch node.value {
    case .boolean(let value): return value ? field.truth.yes : field.truth.no
    case .unsigned(let value):
      if let name = field.values?[value], field.name.hasSuffix("checksum.status") { return name }
      if let name = field.values?[value] { return "\(name) (\(number(value, field)))" }
      if field.values != nil { return "Unknown (\(number(value, field)))" }
      switch field.base {
      case .hexDec: return "\(number(value, field)) (\(value))"
      case .decHex: return "\(value) (\(TextFormat.hex(value, field.type.bits / 4)))"
      default: return number(value, field)
      }
    case .signed(let value):
      if value >= 0, let name = field.values?[UInt64(value)] { return "\(name) (\(value))" }
      return String(value)
    case .relativeTime(let value): return "\(TextFormat.seconds(value)) seconds"
    case .bytes:
      let all = bytes()
      return TextFormat.hex(all.prefix(36)) + (all.count > 36 ? "…" : "")
    default: return plain(node, bytes: bytes())
    }
  }

  /// Text with control characters spelled as in C, which can do no harm on a terminal.
  static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{07}": result += "\\a"
      case "\u{08}": result += "\\b"
      case "\u{0B}": result += "\\v"
      case "\u{0C}": result += "\\f"
      default:
        if HarmlessText.isHarmful(scalar) {
          result += HarmlessText.escaped(String(scalar))
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  static func number(_ value: UInt64, _ field: Field) -> String {
    switch field.base {
    case .decimal, .decHex: return String(value)
    case .oct: return "0" + String(value, radix: 8)
    case .hex, .hexDec:
      // A masked field shows as many digits as its bits need.
      let bits = field.mask == 0 ? field.type.bits : field.type.bits
      return TextFormat.hex(value, (bits + 3) / 4)
    }
  }

  /// As C's `%g` has it.
  static func double(_ value: Double) -> String {
    guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
    let rounded = (value * 1e6).rounded() / 1e6
    if rounded == rounded.rounded(), rounded.magnitude < 1e6 { return String(Int64(rounded)) }
    return String(rounded)
  }
}
