import HTTP2
import TestSupport

/// An encoder that makes use of all that QPACK has, at random. It keeps its table as a plain list of what it entered, and looks only
/// after the rules that make its output valid.
struct QPACKTestEncoder {
  typealias Field = (name: [UInt8], value: [UInt8])

  /// Some of the static table, as the test knows it.
  static let known: [Int: (String, String)] = [
    0: (":authority", ""), 1: (":path", "/"), 2: ("age", "0"), 15: (":method", "CONNECT"), 17: (":method", "GET"),
    22: (":scheme", "http"), 23: (":scheme", "https"), 24: (":status", "103"), 25: (":status", "200"),
    31: ("accept-encoding", "gzip, deflate, br"), 62: ("x-xss-protection", "1; mode=block"), 63: (":status", "100"),
    72: ("accept-language", ""), 95: ("user-agent", ""), 98: ("x-frame-options", "sameorigin"),
  ]

  /// What was entered, oldest first; the first has the absolute index `dropped`.
  var table: [Field] = []
  var dropped = 0
  var capacity = 0
  let maxCapacity: Int
  /// What has been written to the encoder stream since it was taken.
  var stream: [UInt8] = []
  var random: SeededGenerator

  init(maxCapacity: Int, seed: UInt64) {
    self.maxCapacity = maxCapacity
    random = SeededGenerator(seed: seed)
  }

  var insertCount: Int { dropped + table.count }
  static func size(_ field: Field) -> Int { field.name.count + field.value.count + 32 }

  mutating func resize(_ capacity: Int) {
    self.capacity = capacity
    Self.append(capacity, prefix: 5, first: 0x20, &stream)
    shrink(to: capacity)
  }

  private mutating func shrink(to size: Int) {
    while table.reduce(0, { $0 + Self.size($1) }) > size {
      table.removeFirst()
      dropped += 1
    }
  }

  /// Enters a field by one of the ways that there are, if it fits.
  mutating func insert(_ field: Field) {
    guard Self.size(field) <= capacity else { return }
    if let old = table.indices.filter({ table[$0] == field }).randomElement(using: &random), random.chance(50) {
      Self.append(table.count - 1 - old, prefix: 5, first: 0x00, &stream)
    } else if let shared = Self.known.filter({ Array($0.value.0.utf8) == field.name }).keys.sorted().first,
      random.chance(50)
    {
      Self.append(shared, prefix: 6, first: 0xC0, &stream)
      Self.append(string: field.value, prefix: 7, first: 0, &stream, &random)
    } else if let old = table.indices.filter({ table[$0].name == field.name }).randomElement(using: &random),
      random.chance(50)
    {
      Self.append(table.count - 1 - old, prefix: 6, first: 0x80, &stream)
      Self.append(string: field.value, prefix: 7, first: 0, &stream, &random)
    } else {
      Self.append(string: field.name, prefix: 5, first: 0x40, &stream, &random)
      Self.append(string: field.value, prefix: 7, first: 0, &stream, &random)
    }
    shrink(to: capacity - Self.size(field))
    table.append(field)
  }

  /// The encoded field section of fields; it refers to what has been entered, with a Base anywhere in it.
  mutating func encode(_ fields: [Field]) -> [UInt8] {
    let base = random.below(insertCount + 1)
    var lines: [UInt8] = []
    var required = 0
    for field in fields { append(field, base, &required, &lines) }
    var section: [UInt8] = []
    let most = maxCapacity / 32
    let encoded = required == 0 ? 0 : required % (2 * most) + 1
    Self.append(encoded, prefix: 8, first: 0, &section)
    if base >= required {
      Self.append(required == 0 ? 0 : base - required, prefix: 7, first: 0, &section)
    } else {
      Self.append(required - base - 1, prefix: 7, first: 0x80, &section)
    }
    return section + lines
  }

  private mutating func append(_ field: Field, _ base: Int, _ required: inout Int, _ lines: inout [UInt8]) {
    let sensitive: UInt8 = random.chance(20) ? 1 : 0
    let old = table.indices.filter { table[$0] == field }.randomElement(using: &random)
    let named = table.indices.filter { table[$0].name == field.name }.randomElement(using: &random)
    if let old, random.chance(70) {
      refer(to: dropped + old, base, &required, &lines, down: (6, 0x80), up: (4, 0x10))
    } else if let named, random.chance(50) {
      let n = sensitive
      refer(to: dropped + named, base, &required, &lines, down: (4, 0x40 | n << 5), up: (3, n << 3))
      Self.append(string: field.value, prefix: 7, first: 0, &lines, &random)
    } else if let shared = Self.known.filter({ (Array($0.value.0.utf8), Array($0.value.1.utf8)) == field }).keys.first,
      random.chance(70)
    {
      Self.append(shared, prefix: 6, first: 0xC0, &lines)
    } else if let shared = Self.known.filter({ Array($0.value.0.utf8) == field.name }).keys.sorted().first,
      random.chance(70)
    {
      Self.append(shared, prefix: 4, first: 0x50 | sensitive << 5, &lines)
      Self.append(string: field.value, prefix: 7, first: 0, &lines, &random)
    } else {
      Self.append(string: field.name, prefix: 3, first: 0x20 | sensitive << 4, &lines, &random)
      Self.append(string: field.value, prefix: 7, first: 0, &lines, &random)
    }
  }

  private func refer(
    to index: Int, _ base: Int, _ required: inout Int, _ lines: inout [UInt8], down: (Int, UInt8), up: (Int, UInt8)
  ) {
    required = max(required, index + 1)
    if index < base {
      Self.append(base - 1 - index, prefix: down.0, first: down.1, &lines)
    } else {
      Self.append(index - base, prefix: up.0, first: up.1, &lines)
    }
  }

  private static func append(
    string: [UInt8], prefix: Int, first: UInt8, _ bytes: inout [UInt8], _ random: inout SeededGenerator
  ) {
    guard random.chance(60) else {
      append(string.count, prefix: prefix, first: first, &bytes)
      return bytes += string
    }
    var coded: [UInt8] = []
    HPACKHuffman.encode(string.span, into: &coded)
    append(coded.count, prefix: prefix, first: first | 1 << UInt8(prefix), &bytes)
    bytes += coded
  }

  static func append(_ number: Int, prefix: Int, first: UInt8, _ bytes: inout [UInt8]) {
    let most = 1 << prefix - 1
    guard number >= most else { return bytes.append(first | UInt8(number)) }
    bytes.append(first | UInt8(most))
    var rest = number - most
    while rest >= 128 {
      bytes.append(UInt8(rest % 128 + 128))
      rest /= 128
    }
    bytes.append(UInt8(rest))
  }
}
