import HTTP2
import TestSupport

/// An encoder that makes use of all that HPACK has, at random. It keeps its table as a plain list of what it entered.
struct HPACKTestEncoder {
  typealias Field = (name: [UInt8], value: [UInt8])

  /// The static table as the test knows it: the fields whose value is not empty, and some whose value is.
  static let known: [Int: (String, String)] = [
    1: (":authority", ""), 2: (":method", "GET"), 3: (":method", "POST"), 4: (":path", "/"),
    5: (":path", "/index.html"),
    6: (":scheme", "http"), 7: (":scheme", "https"), 8: (":status", "200"), 14: (":status", "500"),
    16: ("accept-encoding", "gzip, deflate"), 17: ("accept-language", ""), 32: ("cookie", ""), 58: ("user-agent", ""),
    61: ("www-authenticate", ""),
  ]

  var table: [Field] = []
  var capacity = 4096
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  static func size(_ field: Field) -> Int { field.name.count + field.value.count + 32 }

  mutating func resize(_ capacity: Int, _ block: inout [UInt8]) {
    self.capacity = capacity
    Self.append(capacity, prefix: 5, first: 0x20, &block)
    shrink(to: capacity)
  }

  private mutating func shrink(to size: Int) {
    while table.reduce(0, { $0 + Self.size($1) }) > size { table.removeLast() }
  }

  mutating func encode(_ fields: [Field]) -> [UInt8] {
    var block: [UInt8] = []
    for field in fields { append(field, &block) }
    return block
  }

  mutating func append(_ field: Field, _ block: inout [UInt8]) {
    let whole = indices { $0.name == field.name && $0.value == field.value }
    if let index = whole.randomElement(using: &random), !random.chance(20) {
      return Self.append(index, prefix: 7, first: 0x80, &block)
    }
    let names = indices { $0.name == field.name }
    let index = random.chance(20) ? 0 : names.randomElement(using: &random) ?? 0
    let kind = random.below(4)
    let (prefix, first): (Int, UInt8) = kind < 2 ? (6, 0x40) : kind == 2 ? (4, 0x00) : (4, 0x10)
    Self.append(index, prefix: prefix, first: first, &block)
    if index == 0 { append(string: field.name, &block) }
    append(string: field.value, &block)
    guard kind < 2 else { return }
    shrink(to: max(0, capacity - Self.size(field)))
    if Self.size(field) <= capacity { table.insert(field, at: 0) } else { table = [] }
  }

  private func indices(_ isMatch: (Field) -> Bool) -> [Int] {
    Self.known.filter { isMatch((Array($0.value.0.utf8), Array($0.value.1.utf8))) }.map(\.key).sorted()
      + table.indices.filter { isMatch(table[$0]) }.map { $0 + 62 }
  }

  mutating func append(string: [UInt8], _ block: inout [UInt8]) {
    guard random.chance(60) else {
      Self.append(string.count, prefix: 7, first: 0, &block)
      return block += string
    }
    var coded: [UInt8] = []
    HPACKHuffman.encode(string.span, into: &coded)
    Self.append(coded.count, prefix: 7, first: 0x80, &block)
    block += coded
  }

  static func append(_ number: Int, prefix: Int, first: UInt8, _ block: inout [UInt8]) {
    let most = 1 << prefix - 1
    guard number >= most else { return block.append(first | UInt8(number)) }
    block.append(first | UInt8(most))
    var rest = number - most
    while rest >= 128 {
      block.append(UInt8(rest % 128 + 128))
      rest /= 128
    }
    block.append(UInt8(rest))
  }
}
