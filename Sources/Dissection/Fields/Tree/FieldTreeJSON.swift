public import Wire

/// A packet's tree as JSON, in the shape of `tshark -T json --no-duplicate-keys` and `-T ek`: what occurs more than once in an
/// object is an array. Fields that a tree does not show, such as `ip.addr`, are there.
public enum FieldTreeJSON {
  /// One packet: `{"_index": "packets-2026-11-21", "_type": "doc", "_score": null, "_source": {"layers": {...}}}`.
  public static func object(_ tree: FieldTree, _ frame: Frame, _ bytes: Span<UInt8>) -> String {
    let layers = members(tree, bytes, 0..<tree.nodes.count, depth: 0)
    return "  {\(index(frame)), \"_score\": null, \"_source\": {\"layers\": \(layers)}}"
  }

  private static func index(_ frame: Frame) -> String {
    let day = CivilTime(nanoseconds: frame.timestamp.nanoseconds).standard.prefix(10)
    return "\"_index\": \"packets-\(day)\", \"_type\": \"doc\""
  }

  /// One packet as two lines for bulk loading: what to do, and an object with every field in its protocol's object.
  public static func lines(_ tree: FieldTree, _ frame: Frame, _ bytes: Span<UInt8>) -> String {
    var layers: [(name: String, fields: Members)] = []
    // A finding is an object of its own in its protocol's.
    var finding: (depth: UInt8, fields: Members)?
    for node in tree.nodes {
      let field = FieldTable[node.field]
      if let whole = finding, node.depth <= whole.depth, !layers.isEmpty {
        layers[layers.count - 1].fields.add("_ws_expert", whole.fields.text)
        finding = nil
      }
      if node.depth == 0 {
        layers.append((field.name, Members()))
      } else if node.field == .expert {
        finding = (node.depth, Members())
      } else if !layers.isEmpty {
        let key = key(field, in: layers[layers.count - 1].name)
        if finding != nil {
          finding?.fields.add(key, typed(node, tree, bytes))
        } else {
          layers[layers.count - 1].fields.add(key, typed(node, tree, bytes))
        }
      }
    }
    if let finding, !layers.isEmpty { layers[layers.count - 1].fields.add("_ws_expert", finding.fields.text) }
    var all = Members()
    for layer in layers { all.add(layer.name, layer.fields.text) }
    let milliseconds = frame.timestamp.nanoseconds / 1_000_000
    return "{\"index\": {\(index(frame))}}\n{\"timestamp\":\"\(milliseconds)\",\"layers\":\(all.text)}\n"
  }

  /// What has no field is text; a protocol within another, as options are, keeps its own name.
  private static func key(_ field: Field, in layer: String) -> String {
    if field.id == .text { return "text" }
    if field.type == .protocol { return field.name.replacingDots }
    return "\(field.name.hasPrefix("_ws.") ? "_ws.expert" : layer)_\(field.name)".replacingDots
  }

  /// Names and values in the order of their first occurrence.
  private struct Members {
    private var keys: [String] = []
    private var values: [String: [String]] = [:]

    mutating func add(_ key: String, _ value: String) {
      if values[key] == nil { keys.append(key) }
      values[key, default: []].append(value)
    }

    var text: String {
      let parts = keys.map { key in
        let all = values[key] ?? []
        return "\(FieldTreeJSON.quoted(key)): " + (all.count == 1 ? all[0] : "[" + all.joined(separator: ", ") + "]")
      }
      return "{" + parts.joined(separator: ", ") + "}"
    }
  }

  private static func members(
    _ tree: FieldTree, _ frame: Span<UInt8>, _ range: Range<Int>, depth: UInt8
  ) -> String {
    let nodes = tree.nodes
    var members = Members()
    var index = range.lowerBound
    while index < range.upperBound {
      let node = nodes[index]
      var end = index + 1
      while end < range.upperBound, nodes[end].depth > depth { end += 1 }
      let name = node.field == .text ? label(node) : FieldTable[node.field].name
      let hasChildren = end > index + 1
      let isGroup = node.value == .none || depth == 0
      if !isGroup || !hasChildren { members.add(name, quoted(value(node, tree, frame))) }
      if hasChildren, depth < 60 {
        members.add(
          isGroup ? name : name + "_tree",
          self.members(tree, frame, index + 1..<end, depth: depth + 1))
      }
      index = end
    }
    return members.text
  }

  private static func value(_ node: FieldNode, _ tree: FieldTree, _ frame: Span<UInt8>) -> String {
    switch node.value {
    case .none: return ""
    case .bytes: return TextFormat.hex(tree.bytes(of: node, frame: frame), separator: ":")
    case .string(let text): return text
    default: return FieldText.plain(node, bytes: [])
    }
  }

  /// A value of `-T ek`: truth as such, and times that programs can read.
  private static func typed(_ node: FieldNode, _ tree: FieldTree, _ frame: Span<UInt8>) -> String {
    switch node.value {
    case _ where node.field == .text: quoted(label(node))
    case .none: "null"
    case .boolean(let value): value ? "true" : "false"
    case .absoluteTime(let time): quoted(CivilTime(nanoseconds: time).standard)
    default: quoted(value(node, tree, frame))
    }
  }

  /// What a node without a field is called: its text without the brackets of what is worked out.
  private static func label(_ node: FieldNode) -> String {
    let text = node.text ?? "text"
    guard node.traits.contains(.generated), text.hasPrefix("["), text.hasSuffix("]") else { return text }
    return String(text.dropFirst().dropLast())
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.value < 0x20 || scalar.value == 0x7F {
          let hex = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - hex.utf8.count) + hex
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}

extension String {
  fileprivate var replacingDots: String { String(map { $0 == "." ? "_" : $0 }) }
}
