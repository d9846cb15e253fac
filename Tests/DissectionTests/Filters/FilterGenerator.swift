import Dissection
import TestSupport
import TextOutput
import Wire

/// Random filters from the table of fields and the values that a capture has, most of them well-formed.
struct FilterGenerator {
  private var random: SeededGenerator
  /// The fields that the capture has, each with some of its values as filters write them.
  private let fields: [(field: Field, values: [String])]

  init(_ capture: String, seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    var samples: [FieldID: Set<String>] = [:]
    var dissector = PacketDissector(wantsText: false)
    try CaptureFile.read(capture) { frame, bytes, _ in
      dissector.dissect(frame, bytes)
      for field in Set(dissector.tree.nodes.map(\.field)) where samples[field, default: []].count < 12 {
        for value in dissector.tree.values(of: field, frame: bytes).prefix(4) {
          samples[field, default: []].insert(Self.literal(value.text, field.field))
        }
      }
    }
    fields = samples.filter { !Self.isExcluded($0.key.field) }.map { ($0.key.field, $0.value.sorted()) }.sorted {
      $0.field.name < $1.field.name
    }
  }

  /// Fields that are not Wireshark's, or whose values depend on what the reader is told.
  private static func isExcluded(_ field: Field) -> Bool {
    field.id == .text || field.name.hasPrefix("frame.interface") || field.name.hasPrefix("_ws.")
      || field.name.hasPrefix("data") || field.name.hasPrefix("icmpv6.opt.")
      || ["frame.time_delta_displayed", "frame.protocols", "frame.comment", "frame.section_number", "frame.encap_type"]
        .contains(field.name)
  }

  private static func literal(_ value: String, _ field: Field) -> String {
    switch field.type.kind {
    case .string, .absoluteTime: return quoted(value)
    case .bytes, .protocol: return value.count == 2 || value.count > 8 ? ":" + value.prefix(40) : value
    default: return value
    }
  }

  private static func quoted(_ text: some StringProtocol) -> String {
    let parts = text.utf8.map { byte -> String in
      let isPlain = (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      let digits = String(byte, radix: 16)
      return isPlain ? String(Unicode.Scalar(byte)) : "\\x" + (digits.count < 2 ? "0" : "") + digits
    }
    return "\"" + parts.joined() + "\""
  }

  /// A layer stands alone: tshark gives its values to all other mentions of the field in a filter.
  mutating func next() -> String { random.chance(5) ? layered() : condition(depth: 0) }

  private mutating func layered() -> String {
    let (field, values) = pick(fields)
    let name = field.name + pick(["#1", "#2", "#[-1]", "#[1-2]", "#[1:]"])
    return random.chance(30) ? name : "\(name) \(relation()) \(value(values))"
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value { values[random.below(values.count)] }

  private mutating func condition(depth: Int) -> String {
    guard depth < 3, random.chance(30) else { return test() }
    let left = condition(depth: depth + 1)
    switch random.below(4) {
    case 0: return pick(["not ", "!", "! "]) + "(" + left + ")"
    case 1: return "(" + left + ") " + pick(["and", "&&"]) + " " + condition(depth: depth + 1)
    case 2: return left + " " + pick(["or", "||"]) + " " + condition(depth: depth + 1)
    default: return left + " and " + condition(depth: depth + 1)
    }
  }

  private mutating func test() -> String {
    let (field, values) = pick(fields)
    let name = field.name
    let quantifier = random.chance(10) ? pick(["any ", "all "]) : ""
    switch random.below(12) {
    case 0: return name
    case 1: return quantifier + "\(name) in {\(members(values))}"
    case 2: return quantifier + "\(name) \(relation()) \(other(like: field))"
    case 3: return quantifier + function(field, name)
    case 4 where field.type.kind == .unsigned || field.type.kind == .signed:
      return quantifier + calculation(name, values)
    case 4, 5: return quantifier + slice(field, name, values)
    case 6: return quantifier + "\(name) contains \(part(values))"
    case 7: return quantifier + "\(name) matches \(pattern(values))"
    default: return quantifier + "\(name) \(relation()) \(value(values))"
    }
  }

  private mutating func relation() -> String {
    pick([
      "==", "!=", "<", ">", "<=", ">=", "eq", "ne", "lt", "gt", "le", "ge", "===", "!==", "~=", "any_eq", "all_ne",
      "all_eq",
      "any_ne",
    ])
  }

  /// A value of the field, or now and then of another.
  private mutating func value(_ values: [String]) -> String {
    let own = values.isEmpty || random.chance(4) ? pick(fields).values : values
    let value = own.isEmpty ? "0" : pick(own)
    return value.isEmpty ? "0" : value
  }

  private mutating func members(_ values: [String]) -> String {
    (0...random.below(3)).map { _ in
      value(values) + (random.chance(30) ? pick(["..", " .. "]) + value(values) : "")
    }.joined(separator: pick([",", ", "]))
  }

  private mutating func other(like field: Field) -> String {
    let alike = fields.filter { $0.field.type.kind == field.type.kind }
    return random.chance(85) ? pick(alike).field.name : pick(fields).field.name
  }

  private mutating func function(_ field: Field, _ name: String) -> String {
    switch random.below(7) {
    case 0: "len(\(name)) \(relation()) \(random.below(12))"
    case 1: "count(\(name)) \(relation()) \(random.below(3))"
    case 2: "min(\(name), \(other(like: field))) \(relation()) \(other(like: field))"
    case 3: "max(\(name)) \(relation()) \(other(like: field))"
    case 4: "string(\(name)) contains \"\(random.below(10))\""
    case 5: "abs(\(name)) \(relation()) \(name)"
    default: "\(pick(["lower", "upper"]))(\(name)) contains \"\(pick(["a", "E", "s"]))\""
    }
  }

  private mutating func calculation(_ name: String, _ values: [String]) -> String {
    let operation = pick(["+", "-", "*", "/", "%", "&"])
    let operand =
      random.chance(30) ? pick(fields.filter { $0.field.type.kind == .unsigned }).field.name : "\(random.below(300))"
    return "\(name) \(operation) \(operand)" + (random.chance(80) ? " \(relation()) \(value(values))" : "")
  }

  private mutating func slice(_ field: Field, _ name: String, _ values: [String]) -> String {
    let (start, count) = (random.below(6) - 2, 1 + random.below(3))
    let range = pick([
      "\(start):\(count)", "\(start)", ":\(count)", "\(start):", "\(start)-\(start + count)", "0,\(count)",
    ])
    let sliced = "\(name)[\(range)]"
    switch random.below(4) {
    case 0: return sliced
    case 1: return "\(sliced) contains \(part(values))"
    case 2: return "\(sliced) \(relation()) \(other(like: field))[\(range)]"
    default:
      let bytes = (0..<count).map { _ in String(format(random.below(4) * 85)) }
      return "\(sliced) \(relation()) \(count == 1 ? ":" : "")\(bytes.joined(separator: ":"))"
    }
  }

  private func format(_ byte: Int) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

  /// What may be inside a value: some letters or bytes of it.
  private mutating func part(_ values: [String]) -> String {
    let value = value(values)
    if value.hasPrefix("\"") {
      let letters = value.dropFirst().prefix { $0 != "\\" && $0 != "\"" }
      let some = letters.dropFirst(random.below(max(1, letters.count))).prefix(3)
      return some.isEmpty ? "\"x\"" : Self.quoted(some)
    }
    let digits = value.filter(\.isHexDigit)
    let start = random.below(digits.count / 2 + 1) * 2
    let bytes = digits.dropFirst(start).prefix(4)
    return bytes.count < 2 ? "\"x\(bytes)\"" : ":" + bytes
  }

  private mutating func pattern(_ values: [String]) -> String {
    let letters = value(values).filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let word = String(letters.dropFirst(random.below(max(1, letters.count))).prefix(3))
    return "\"" + pick([word, "^\(word)", "\(word)$", "[\(word)x]+", "(\(word)|z)", "\(word)?.{1,3}", "[^\(word)0]"])
      + "\""
  }
}
