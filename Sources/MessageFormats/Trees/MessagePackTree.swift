import Wire

/// One value of MessagePack, in a flat array in the order of the bytes.
public struct MessagePackNode: Hashable, Sendable {
  /// What a value is.
  public enum Kind: UInt8, Hashable, Sendable {
    /// The types of MessagePack.
    case `nil`, boolean, unsigned, signed, float, text, bytes, array, map, `extension`
  }

  /// What it is.
  public var kind: Kind
  /// How many arrays and maps it is in.
  public var depth: Int
  /// For numbers the bits: a signed one's as an `Int64`'s, a float's as a double's; for `boolean` 1 or 0; for strings the length; for
  /// arrays and maps how many elements or pairs they have; for an extension its type, as an `Int64`'s bits.
  public var argument: UInt64
  /// The bytes of the value with all that is in it.
  public internal(set) var range: Range<Int>
  /// The bytes of a string or an extension; those after the head for anything else.
  public var value: Range<Int>
  /// Whether it is the key of a pair in a map.
  public var isKey: Bool

  /// The number, where this is `signed`.
  public var signed: Int64 { Int64(bitPattern: argument) }
}

/// The values of MessagePack as a tree of ranges, read without recursion and within limits.
public struct MessagePackTree: Sendable {
  /// The values, each before those within it.
  public private(set) var nodes: [MessagePackNode] = []
  /// Why reading stopped before the end of the bytes.
  public private(set) var error: TreeError?

  private struct Open {
    var node: Int
    var remaining: Int
    var count = 0
  }

  private var open: [Open] = []

  /// Reads one value, or several in a row.
  public init(_ bytes: Span<UInt8>, isSequence: Bool = false, limits: TreeLimits = TreeLimits()) {
    var position = 0
    if isSequence, bytes.count == 0 { return }
    do throws(TreeError) {
      repeat {
        try readValue(bytes, &position, limits)
        while let last = open.last, last.count >= last.remaining {
          nodes[last.node].range = nodes[last.node].range.lowerBound..<position
          open.removeLast()
        }
      } while !open.isEmpty || isSequence && position < bytes.count
      if position < bytes.count { throw .excess(at: position) }
    } catch {
      self.error = error
      for container in open { nodes[container.node].range = nodes[container.node].range.lowerBound..<position }
    }
  }

  private mutating func readValue(
    _ bytes: Span<UInt8>, _ position: inout Int, _ limits: TreeLimits
  ) throws(TreeError) {
    let start = position
    guard position < bytes.count else { throw .truncated(at: start) }
    guard nodes.count < limits.nodes else { throw .tooManyNodes }
    let first = bytes[position]
    position += 1
    func number(_ size: Int) throws(TreeError) -> UInt64 {
      guard bytes.count - position >= size else { throw .truncated(at: start) }
      var number: UInt64 = 0
      for index in 0..<size { number = number << 8 | UInt64(bytes[position + index]) }
      position += size
      return number
    }
    switch first {
    case 0x00...0x7F: append(.unsigned, UInt64(first), start, position)
    case 0x80...0x8F: try begin(.map, UInt64(first & 0x0F), start, position, bytes.count, limits)
    case 0x90...0x9F: try begin(.array, UInt64(first & 0x0F), start, position, bytes.count, limits)
    case 0xA0...0xBF: try appendString(.text, UInt64(first & 0x1F), bytes, start, &position)
    case 0xC0: append(.nil, 0, start, position)
    case 0xC2, 0xC3: append(.boolean, UInt64(first & 1), start, position)
    case 0xC4...0xC6: try appendString(.bytes, try number(1 << Int(first - 0xC4)), bytes, start, &position)
    case 0xC7...0xC9: try appendExtension(try number(1 << Int(first - 0xC7)), bytes, start, &position)
    case 0xCA:
      let bits = UInt32(truncatingIfNeeded: try number(4))
      append(.float, Double(Float(bitPattern: bits)).bitPattern, start, position)
    case 0xCB: append(.float, try number(8), start, position)
    case 0xCC...0xCF: append(.unsigned, try number(1 << Int(first - 0xCC)), start, position)
    case 0xD0...0xD3:
      let size = 1 << Int(first - 0xD0)
      let shift = Int64(64 - 8 * size)
      let signed = (Int64(bitPattern: try number(size)) << shift) >> shift
      append(.signed, UInt64(bitPattern: signed), start, position)
    case 0xD4...0xD8: try appendExtension(1 << UInt64(first - 0xD4), bytes, start, &position)
    case 0xD9...0xDB: try appendString(.text, try number(1 << Int(first - 0xD9)), bytes, start, &position)
    case 0xDC, 0xDD: try begin(.array, try number(first == 0xDC ? 2 : 4), start, position, bytes.count, limits)
    case 0xDE, 0xDF: try begin(.map, try number(first == 0xDE ? 2 : 4), start, position, bytes.count, limits)
    case 0xE0...0xFF: append(.signed, UInt64(bitPattern: Int64(Int8(bitPattern: first))), start, position)
    default: throw .malformed(at: start)
    }
  }

  private mutating func append(
    _ kind: MessagePackNode.Kind, _ argument: UInt64, _ start: Int, _ end: Int, value: Range<Int>? = nil
  ) {
    let isKey = open.last.map { nodes[$0.node].kind == .map && $0.count & 1 == 0 } ?? false
    nodes.append(
      MessagePackNode(
        kind: kind, depth: open.count, argument: argument, range: start..<end, value: value ?? end..<end, isKey: isKey))
    if !open.isEmpty { open[open.count - 1].count += 1 }
  }

  private mutating func begin(
    _ kind: MessagePackNode.Kind, _ count: UInt64, _ start: Int, _ position: Int, _ end: Int, _ limits: TreeLimits
  ) throws(TreeError) {
    guard open.count < limits.depth else { throw .tooDeep(at: start) }
    // Each value takes a byte at least, so that a count beyond the bytes cannot be true.
    let values = Int(count) * (kind == .map ? 2 : 1)
    guard values <= end - position else { throw .truncated(at: start) }
    let node = nodes.count
    append(kind, count, start, position)
    open.append(Open(node: node, remaining: values))
  }

  private mutating func appendString(
    _ kind: MessagePackNode.Kind, _ count: UInt64, _ bytes: Span<UInt8>, _ start: Int, _ position: inout Int
  ) throws(TreeError) {
    guard count <= UInt64(bytes.count - position) else { throw .truncated(at: start) }
    let value = position..<position + Int(count)
    position = value.upperBound
    append(kind, count, start, position, value: value)
  }

  private mutating func appendExtension(
    _ count: UInt64, _ bytes: Span<UInt8>, _ start: Int, _ position: inout Int
  ) throws(TreeError) {
    guard count < UInt64(bytes.count - position) else { throw .truncated(at: start) }
    let type = Int64(Int8(bitPattern: bytes[position]))
    let value = position + 1..<position + 1 + Int(count)
    position = value.upperBound
    append(.extension, UInt64(bitPattern: type), start, position, value: value)
  }
}
