import Wire

/// One data item of CBOR (RFC 8949), in a flat array in the order of the bytes.
public struct CBORNode: Hashable, Sendable {
  /// What a value is (RFC 8949 section 3.1).
  public enum Kind: UInt8, Hashable, Sendable {
    /// The major types, with floats apart from other simple values.
    case unsigned, negative, bytes, text, array, map, tag, simple, float
  }

  /// What it is.
  public var kind: Kind
  /// How many arrays, maps, tags and strings of chunks it is in.
  public var depth: Int
  /// The argument of the item (section 3): for `unsigned` the number, for `negative` the n of -1 - n, for `tag` its number, for `simple`
  /// its value (20 false, 21 true, 22 null, 23 undefined), for `float` its bits as a double's, for strings the length, for arrays and
  /// maps how many elements or pairs they have.
  public internal(set) var argument: UInt64
  /// The bytes of the item with all that is in it.
  public internal(set) var range: Range<Int>
  /// The bytes of a string in one piece; those after the head for anything else.
  public internal(set) var value: Range<Int>
  /// Whether its length was not said in advance (section 3.2). A string has its chunks as children then.
  public var isIndefinite: Bool
  /// Whether it is the key of a pair in a map.
  public var isKey: Bool
}

/// The data items of CBOR (RFC 8949) as a tree of ranges, read without recursion and within limits.
public struct CBORTree: Sendable {
  /// The values, each before those within it.
  public private(set) var nodes: [CBORNode] = []
  /// Why reading stopped before the end of the bytes.
  public private(set) var error: TreeError?

  private struct Open {
    var node: Int
    /// How many items are still to come; nil until a break.
    var remaining: UInt64?
    var count: UInt64 = 0
  }

  private var open: [Open] = []

  /// Reads one item, or several in a row, as in a CBOR sequence (RFC 8742).
  public init(_ bytes: Span<UInt8>, isSequence: Bool = false, limits: TreeLimits = TreeLimits()) {
    var position = 0
    if isSequence, bytes.count == 0 { return }
    do throws(TreeError) {
      repeat {
        try readItem(bytes, &position, limits)
        closeFull(at: position)
      } while !open.isEmpty || isSequence && position < bytes.count
      if position < bytes.count { throw .excess(at: position) }
    } catch {
      self.error = error
      for container in open { nodes[container.node].range = nodes[container.node].range.lowerBound..<position }
    }
  }

  private mutating func readItem(
    _ bytes: Span<UInt8>, _ position: inout Int, _ limits: TreeLimits
  ) throws(TreeError) {
    let start = position
    guard position < bytes.count else { throw .truncated(at: start) }
    let first = bytes[position]
    position += 1
    if first == 0xFF { return try readBreak(at: start, position) }
    let (major, low) = (first >> 5, first & 0x1F)
    var argument = UInt64(low)
    let isIndefinite = low == 31
    switch low {
    case 0..<24: break
    case 24...27:
      let size = 1 << Int(low - 24)
      guard bytes.count - position >= size else { throw .truncated(at: start) }
      argument = 0
      for index in 0..<size { argument = argument << 8 | UInt64(bytes[position + index]) }
      position += size
    case 31 where (2...5).contains(major): argument = 0
    default: throw .malformed(at: start)
    }
    guard nodes.count < limits.nodes else { throw .tooManyNodes }
    guard open.count < limits.depth || !isContainer(major, isIndefinite) else { throw .tooDeep(at: start) }
    try checkChunk(major, isIndefinite, at: start)
    var node = CBORNode(
      kind: .simple, depth: open.count, argument: argument, range: start..<position, value: position..<position,
      isIndefinite: isIndefinite, isKey: isKey)
    count()
    switch major {
    case 0: node.kind = .unsigned
    case 1: node.kind = .negative
    case 2, 3:
      node.kind = major == 2 ? .bytes : .text
      if isIndefinite { begin(nil) } else { try readString(&node, bytes, &position) }
    case 4, 5:
      node.kind = major == 4 ? .array : .map
      let (pairs, isTooLarge) = argument.multipliedReportingOverflow(by: major == 5 ? 2 : 1)
      // Each element takes a byte at least, so that a count beyond the bytes cannot be true.
      guard isIndefinite || !isTooLarge && pairs <= UInt64(bytes.count - position) else { throw .truncated(at: start) }
      begin(isIndefinite ? nil : pairs)
    case 6:
      node.kind = .tag
      begin(1)
    default: try readSimple(&node, low)
    }
    nodes.append(node)
  }

  /// A string of chunks has only chunks of its own kind and of a known length (section 3.2.3).
  private func checkChunk(_ major: UInt8, _ isIndefinite: Bool, at start: Int) throws(TreeError) {
    guard let last = open.last, nodes[last.node].isIndefinite else { return }
    switch nodes[last.node].kind {
    case .bytes: guard major == 2, !isIndefinite else { throw .malformed(at: start) }
    case .text: guard major == 3, !isIndefinite else { throw .malformed(at: start) }
    default: break
    }
  }

  private func isContainer(_ major: UInt8, _ isIndefinite: Bool) -> Bool {
    (4...6).contains(major) || isIndefinite && (major == 2 || major == 3)
  }

  private var isKey: Bool {
    guard let last = open.last, nodes[last.node].kind == .map else { return false }
    return last.count & 1 == 0
  }

  private mutating func count() {
    guard !open.isEmpty else { return }
    open[open.count - 1].count += 1
  }

  private mutating func begin(_ remaining: UInt64?) {
    open.append(Open(node: nodes.count, remaining: remaining))
  }

  private func readString(
    _ node: inout CBORNode, _ bytes: Span<UInt8>, _ position: inout Int
  ) throws(TreeError) {
    guard node.argument <= UInt64(bytes.count - position) else { throw .truncated(at: node.range.lowerBound) }
    let end = position + Int(node.argument)
    if node.kind == .text, (try? UTF8Span(validating: bytes.extracting(position..<end))) == nil {
      throw .malformed(at: node.range.lowerBound)
    }
    node.value = position..<end
    node.range = node.range.lowerBound..<end
    position = end
  }

  /// Simple values and floating-point numbers (section 3.3).
  private func readSimple(_ node: inout CBORNode, _ low: UInt8) throws(TreeError) {
    switch low {
    case 25:
      node.kind = .float
      node.argument = Double(Float16(bitPattern: UInt16(truncatingIfNeeded: node.argument))).bitPattern
    case 26:
      node.kind = .float
      node.argument = Double(Float(bitPattern: UInt32(truncatingIfNeeded: node.argument))).bitPattern
    case 27: node.kind = .float
    case 24: guard node.argument >= 32 else { throw .malformed(at: node.range.lowerBound) }
    default: break
    }
  }

  private mutating func readBreak(at start: Int, _ position: Int) throws(TreeError) {
    guard let last = open.last, last.remaining == nil else { throw .malformed(at: start) }
    let isMap = nodes[last.node].kind == .map
    guard !isMap || last.count & 1 == 0 else { throw .malformed(at: start) }
    open.removeLast()
    nodes[last.node].argument = isMap ? last.count / 2 : last.count
    nodes[last.node].range = nodes[last.node].range.lowerBound..<position
  }

  /// Ends the containers that have all that they were to have.
  private mutating func closeFull(at position: Int) {
    while let last = open.last, let remaining = last.remaining, last.count >= remaining {
      nodes[last.node].range = nodes[last.node].range.lowerBound..<position
      open.removeLast()
    }
  }
}
