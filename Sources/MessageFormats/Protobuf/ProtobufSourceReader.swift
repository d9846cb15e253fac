/// Reads `.proto` files (protobuf language specification, proto2 and proto3) as far as it takes to name fields: messages, enums and
/// services. Options, reserved names and extensions are passed over.
struct ProtobufSourceReader {
  /// A field whose type is still the name that the file gives it.
  private struct OpenField {
    var message: Int
    var field: ProtobufSchema.Field
    var typeName: String
    var scope: String
  }

  /// How deep messages may be in one another.
  private static let depthLimit = 32

  private(set) var messages: [(name: String, fields: [ProtobufSchema.Field])] = []
  private(set) var enums: [String: [UInt64: String]] = [:]
  private(set) var methods: [ProtobufSchema.Method] = []
  private var openFields: [OpenField] = []
  private var openMethods: [(method: ProtobufSchema.Method, scope: String)] = []
  private var tokens: [String] = []
  private var position = 0

  /// Reads a file; false if it is not one.
  mutating func read(_ source: [UInt8]) -> Bool {
    guard let tokens = Self.tokens(source) else { return false }
    self.tokens = tokens
    position = 0
    var package = ""
    while let word = take() {
      switch word {
      case "package":
        guard let name = take(), skipStatement() else { return false }
        package = name
      case "message": guard readMessage(package, depth: 0) else { return false }
      case "enum": guard readEnum(package) else { return false }
      case "service": guard readService(package) else { return false }
      case ";": break
      default: guard skipStatement() else { return false }
      }
    }
    return true
  }

  /// Finds the types that fields and methods name, among all files that were read. A field whose type is in none of them is left out.
  mutating func resolve() {
    let names = Set(messages.map(\.name))
    func find(_ name: String, from scope: String, in isKnown: (String) -> Bool) -> String? {
      if name.hasPrefix(".") { return isKnown(String(name.dropFirst())) ? String(name.dropFirst()) : nil }
      var outer = scope[...]
      while true {
        let candidate = outer.isEmpty ? name : "\(outer).\(name)"
        if isKnown(candidate) { return candidate }
        guard !outer.isEmpty else { return nil }
        outer = outer.lastIndex(of: ".").map { outer[..<$0] } ?? ""
      }
    }
    for open in openFields {
      var field = open.field
      if let name = find(open.typeName, from: open.scope, in: { names.contains($0) }) {
        field.typeName = name
        if field.type != .group { field.type = .message }
      } else if let name = find(open.typeName, from: open.scope, in: { enums[$0] != nil }) {
        (field.typeName, field.type) = (name, .enum)
      } else {
        continue
      }
      messages[open.message].fields.append(field)
    }
    for open in openMethods {
      var method = open.method
      method.input = find(method.input, from: open.scope, in: { names.contains($0) }) ?? method.input
      method.output = find(method.output, from: open.scope, in: { names.contains($0) }) ?? method.output
      methods.append(method)
    }
    for index in messages.indices { messages[index].fields.sort { $0.number < $1.number } }
  }

  private mutating func take() -> String? {
    guard position < tokens.count else { return nil }
    position += 1
    return tokens[position - 1]
  }

  private mutating func take(_ word: String) -> Bool {
    guard position < tokens.count, tokens[position] == word else { return false }
    position += 1
    return true
  }

  /// Passes over what is left of a statement: up to its semicolon, or the end of its braces.
  private mutating func skipStatement() -> Bool {
    var depth = 0
    while let word = take() {
      switch word {
      case "{", "[", "(": depth += 1
      case "}", "]", ")":
        depth -= 1
        if depth == 0, word == "}" {
          _ = take(";")
          return true
        }
        guard depth >= 0 else { return false }
      case ";": if depth == 0 { return true }
      default: break
      }
    }
    return false
  }

  private mutating func readMessage(_ scope: String, depth: Int) -> Bool {
    guard let name = take() else { return false }
    return readBody(scope.isEmpty ? name : "\(scope).\(name)", depth: depth)
  }

  private mutating func readBody(_ name: String, depth: Int) -> Bool {
    guard depth < Self.depthLimit, take("{") else { return false }
    let message = messages.count
    messages.append((name, []))
    var oneofs = 0
    while let word = take() {
      switch word {
      case "}":
        guard oneofs > 0 else { return true }
        oneofs -= 1
      case ";": break
      case "message": guard readMessage(name, depth: depth + 1) else { return false }
      case "enum": guard readEnum(name) else { return false }
      case "oneof":
        guard take() != nil, take("{") else { return false }
        oneofs += 1
      case "option", "reserved", "extensions", "extend": guard skipStatement() else { return false }
      default:
        position -= 1
        guard readField(message, name, depth: depth) else { return false }
      }
    }
    return false
  }

  private mutating func readField(_ message: Int, _ scope: String, depth: Int) -> Bool {
    let isRepeated = take("repeated")
    if !isRepeated { _ = take("optional") || take("required") }
    guard var type = take() else { return false }
    var entry: (key: String, value: String)?
    if type == "map" {
      guard take("<"), let key = take(), take(","), let value = take(), take(">") else { return false }
      entry = (key, value)
    }
    guard let name = take(), take("="), let number = take().flatMap({ UInt32($0) }) else { return false }
    var field = ProtobufSchema.Field(
      number: number, name: name, type: .message, isRepeated: isRepeated || entry != nil, typeName: nil)
    if let entry {
      type = Self.entryName(name)
      let place = messages.count
      messages.append(("\(scope).\(type)", []))
      add(ProtobufSchema.Field(number: 1, name: "key", type: .message, isRepeated: false), entry.key, place, scope)
      add(ProtobufSchema.Field(number: 2, name: "value", type: .message, isRepeated: false), entry.value, place, scope)
    }
    if type == "group" {
      // Its field has the name in lowercase, and its fields are those of a message of that name.
      field.type = .group
      type = name
      field.name = name.lowercased()
      add(field, type, message, scope)
      if take("[") {
        while let word = take(), word != "]" {}
      }
      return readBody("\(scope).\(name)", depth: depth + 1)
    }
    add(field, type, message, scope)
    return skipStatement()
  }

  private mutating func add(_ field: ProtobufSchema.Field, _ type: String, _ message: Int, _ scope: String) {
    guard let scalar = Self.scalars[type], field.type != .group else {
      return openFields.append(OpenField(message: message, field: field, typeName: type, scope: scope))
    }
    var field = field
    field.type = scalar
    messages[message].fields.append(field)
  }

  private mutating func readEnum(_ scope: String) -> Bool {
    guard let name = take(), take("{") else { return false }
    var values: [UInt64: String] = [:]
    while let word = take() {
      switch word {
      case "}":
        enums[scope.isEmpty ? name : "\(scope).\(name)"] = values
        return true
      case ";": break
      case "option", "reserved": guard skipStatement() else { return false }
      default:
        guard take("=") else { return false }
        let isNegative = take("-")
        guard let text = take(), let number = Self.number(text), skipStatement() else { return false }
        let value = UInt64(bitPattern: isNegative ? -number : number)
        if values[value] == nil { values[value] = word }
      }
    }
    return false
  }

  private mutating func readService(_ scope: String) -> Bool {
    guard let name = take(), take("{") else { return false }
    let fullName = scope.isEmpty ? name : "\(scope).\(name)"
    while let word = take() {
      switch word {
      case "}": return true
      case ";": break
      case "rpc":
        guard let method = take(), take("(") else { return false }
        let isClientStreaming = take("stream")
        guard let input = take(), take(")"), take("returns"), take("(") else { return false }
        let isServerStreaming = take("stream")
        guard let output = take(), take(")"), skipStatement() else { return false }
        openMethods.append(
          (
            ProtobufSchema.Method(
              path: "/\(fullName)/\(method)", input: input, output: output, isClientStreaming: isClientStreaming,
              isServerStreaming: isServerStreaming), fullName
          ))
      default: guard skipStatement() else { return false }
      }
    }
    return false
  }

  private static let scalars: [String: ProtobufSchema.FieldType] = [
    "double": .double, "float": .float, "int64": .int64, "uint64": .uint64, "int32": .int32, "fixed64": .fixed64,
    "fixed32": .fixed32, "bool": .bool, "string": .string, "bytes": .bytes, "uint32": .uint32, "sfixed32": .sfixed32,
    "sfixed64": .sfixed64, "sint32": .sint32, "sint64": .sint64,
  ]

  /// The name of the message that a map's pairs are: `some_notes` has `SomeNotesEntry`.
  private static func entryName(_ field: String) -> String {
    field.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Entry"
  }

  private static func number(_ text: String) -> Int64? {
    text.hasPrefix("0x") || text.hasPrefix("0X") ? Int64(text.dropFirst(2), radix: 16) : Int64(text)
  }

  /// Words, numbers, strings with their quotes, and single signs, without comments; nil where a string or a comment does not end.
  private static func tokens(_ source: [UInt8]) -> [String]? {
    var tokens: [String] = []
    var index = 0
    func isWord(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."): true
      default: false
      }
    }
    while index < source.count {
      let start = index
      let byte = source[index]
      index += 1
      switch byte {
      case UInt8(ascii: "/") where index < source.count && source[index] == UInt8(ascii: "/"):
        while index < source.count, source[index] != 0x0A { index += 1 }
      case UInt8(ascii: "/") where index < source.count && source[index] == UInt8(ascii: "*"):
        index += 1
        while index < source.count,
          source[index] != UInt8(ascii: "/") || source[index - 1] != UInt8(ascii: "*") || index < start + 3
        {
          index += 1
        }
        guard index < source.count else { return nil }
        index += 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        while index < source.count, source[index] != byte { index += source[index] == UInt8(ascii: "\\") ? 2 : 1 }
        guard index < source.count else { return nil }
        index += 1
        tokens.append(String(decoding: source[start..<index], as: UTF8.self))
      case 0x00...0x20: break
      default:
        if isWord(byte) {
          while index < source.count, isWord(source[index]) { index += 1 }
        }
        tokens.append(String(decoding: source[start..<index], as: UTF8.self))
      }
    }
    return tokens
  }
}
