import MessageFormats
import TextOutput

/// The values of a binary document as lines: the bytes of each, and what it is.
///
///     0..<9      map, 1 pair
///     1..<6        "query": "apple"
struct BodyTree {
  /// The longest text or the most bytes of a value that are shown.
  private static let longest = 400

  private let bytes: [UInt8]
  private let width: Int
  private(set) var lines: [String] = []

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    width = String(max(bytes.count, 1)).utf8.count * 2 + 3
  }

  /// The lines of a body of a media type; nil if it is none of these.
  /// - Parameter limit: the most values.
  static func lines(_ bytes: [UInt8], media: String, limit: Int) -> [String]? {
    let subtype = media.split(separator: "/").last ?? ""
    if subtype == "cbor" || subtype.hasSuffix("+cbor") || subtype == "cbor-seq" {
      return cbor(bytes, isSequence: subtype == "cbor-seq", limit: limit)
    }
    if ["msgpack", "x-msgpack", "vnd.msgpack"].contains(subtype) || subtype.hasSuffix("+msgpack") {
      return messagePack(bytes, limit: limit)
    }
    if ["protobuf", "x-protobuf", "vnd.google.protobuf", "x-google-protobuf"].contains(subtype) {
      return protobuf(bytes, limit: limit)
    }
    return nil
  }

  /// The fields of a protobuf message by their numbers and wire types, or, if a schema has the message, by their names.
  static func protobuf(
    _ bytes: [UInt8], message: String? = nil, schema: ProtobufSchema? = nil, limit: Int
  ) -> [String] {
    var limits = ProtobufTree.Limits()
    limits.nodes = min(limits.nodes, limit)
    let read = ProtobufTree(bytes.span, message: message, schema: schema, limits: limits)
    let names = schema.map { ProtobufWords(schema: $0, tree: read, bytes: bytes) }
    var tree = BodyTree(bytes)
    for node in read.nodes {
      let known = names?.words(node)
      let name = HarmlessText.escaped(known?.name ?? String(node.number))
      if let value = known?.value {
        tree.add(node.range, node.depth, "\(name): \(HarmlessText.escaped(value))")
        continue
      }
      let value: String
      switch node.content {
      case .message: value = "message"
      case .text: value = tree.quoted(node.value)
      case .bytes, .packed: value = tree.hexadecimal(node.value)
      case .number: value = number(node)
      }
      tree.add(node.range, node.depth, "\(name): \(value)")
    }
    switch read.stop {
    case .malformed(let offset): tree.lines.append("no field of protobuf at offset \(offset)")
    case .tooManyFields: tree.lines.append("the rest is not shown: there are more than \(limits.nodes) fields")
    case nil: break
    }
    return tree.lines
  }

  private static func number(_ node: ProtobufNode) -> String {
    switch node.wireType {
    case .fixed32:
      "\(node.bits) (as float \(Float(bitPattern: UInt32(truncatingIfNeeded: node.bits))))"
    case .fixed64: "\(node.bits) (as double \(Double(bitPattern: node.bits)))"
    default: "\(node.bits)"
    }
  }

  private static func cbor(_ bytes: [UInt8], isSequence: Bool, limit: Int) -> [String] {
    let read = CBORTree(bytes.span, isSequence: isSequence, limits: limits(limit))
    var tree = BodyTree(bytes)
    for node in read.nodes { tree.add(node.range, node.depth, isKey: node.isKey, tree.value(node)) }
    return tree.lines(endingWith: read.error)
  }

  private func value(_ node: CBORNode) -> String {
    switch node.kind {
    case .unsigned: "\(node.argument)"
    case .negative: node.argument < UInt64(Int64.max) ? "\(-1 - Int64(node.argument))" : "-1 - \(node.argument)"
    case .bytes: node.isIndefinite ? "bytes in chunks" : hexadecimal(node.value)
    case .text: node.isIndefinite ? "text in chunks" : quoted(node.value)
    case .array: counted("array", node.argument, "element")
    case .map: counted("map", node.argument, "pair")
    case .tag: "tag \(node.argument)"
    case .float: "\(Double(bitPattern: node.argument))"
    case .simple: Self.simple[node.argument] ?? "simple \(node.argument)"
    }
  }

  private static let simple: [UInt64: String] = [20: "false", 21: "true", 22: "null", 23: "undefined"]

  private static func messagePack(_ bytes: [UInt8], limit: Int) -> [String] {
    let read = MessagePackTree(bytes.span, isSequence: true, limits: limits(limit))
    var tree = BodyTree(bytes)
    for node in read.nodes { tree.add(node.range, node.depth, isKey: node.isKey, tree.value(node)) }
    return tree.lines(endingWith: read.error)
  }

  private static func limits(_ nodes: Int) -> TreeLimits {
    var limits = TreeLimits()
    limits.nodes = min(limits.nodes, nodes)
    return limits
  }

  /// The lines, and what ended the reading if that was not the end of the bytes.
  private func lines(endingWith error: TreeError?) -> [String] {
    error.map { lines + ["broken: \($0)"] } ?? lines
  }

  private func value(_ node: MessagePackNode) -> String {
    switch node.kind {
    case .nil: "nil"
    case .boolean: node.argument == 0 ? "false" : "true"
    case .unsigned: "\(node.argument)"
    case .signed: "\(node.signed)"
    case .float: "\(Double(bitPattern: node.argument))"
    case .text: quoted(node.value)
    case .bytes: hexadecimal(node.value)
    case .array: counted("array", node.argument, "element")
    case .map: counted("map", node.argument, "pair")
    case .extension: "extension \(node.signed): \(hexadecimal(node.value))"
    }
  }

  private func counted(_ name: String, _ count: UInt64, _ element: String) -> String {
    "\(name), \(count) \(element)\(count == 1 ? "" : "s")"
  }

  private mutating func add(_ range: Range<Int>, _ depth: Int, isKey: Bool = false, _ words: String) {
    var place = "\(range.lowerBound)..<\(range.upperBound)"
    place += String(repeating: " ", count: max(0, width - place.utf8.count))
    lines.append(place + String(repeating: "  ", count: depth + 1) + (isKey ? "key " : "") + words)
  }

  private func quoted(_ range: Range<Int>) -> String {
    let bounds = range.clamped(to: 0..<bytes.count)
    let text = HarmlessText.escaped(Array(bytes[bounds].prefix(Self.longest)), keepingLines: false)
    return "\"\(text)\"" + (bounds.count > Self.longest ? "... (\(bounds.count) bytes)" : "")
  }

  private func hexadecimal(_ range: Range<Int>) -> String {
    let bounds = range.clamped(to: 0..<bytes.count)
    let digits = bytes[bounds].prefix(Self.longest / 8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "\(bounds.count) byte\(bounds.count == 1 ? "" : "s") \(digits)"
      + (bounds.count > Self.longest / 8 ? "..." : "")
  }
}
