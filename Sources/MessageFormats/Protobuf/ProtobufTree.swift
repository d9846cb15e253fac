import Wire

/// The fields of a protobuf message as a flat array, read by their wire types, or with the names and types of a schema.
///
/// Reading takes time in proportion to the bytes: a guess whether a field is a message is made once for each byte and depth, and no
/// deeper than the limit.
public struct ProtobufTree: Sendable {
  /// What bounds the memory of a tree.
  public struct Limits: Hashable, Sendable {
    /// How deep messages may be in one another.
    public var depth = 32
    /// How many fields there may be.
    public var nodes = 100_000

    /// The usual bounds.
    public init() {}
  }

  /// Why reading stopped before the end of the bytes.
  public enum Stop: Hashable, Sendable {
    /// The bytes from an offset are no field.
    case malformed(at: Int)
    /// There are more fields than allowed.
    case tooManyFields
  }

  /// The fields, each before those within it.
  public private(set) var nodes: [ProtobufNode] = []
  /// Nil if all bytes were read.
  public private(set) var stop: Stop?

  private let limits: Limits
  private let schema: ProtobufSchema?

  /// Reads a whole message.
  ///
  /// - Parameter message: the full name of the message, such as `package.Message`, if the schema has it.
  public init(
    _ bytes: Span<UInt8>, message: String? = nil, schema: ProtobufSchema? = nil, limits: Limits = Limits()
  ) {
    self.limits = limits
    self.schema = schema
    let place = message.flatMap { schema?.place(ofMessage: $0) }
    if let stop = read(bytes, 0..<bytes.count, depth: 0, group: nil, message: place) { self.stop = stop }
  }

  /// Reads the fields of a range; what stops it is returned.
  ///
  /// The depth of the calls is that of the messages, which is limited.
  private mutating func read(
    _ bytes: Span<UInt8>, _ range: Range<Int>, depth: Int, group: UInt32?, message: Int?
  ) -> Stop? {
    var position = range.lowerBound
    return readFields(bytes, &position, to: range.upperBound, depth: depth, group: group, message: message)
  }

  private mutating func readFields(
    _ bytes: Span<UInt8>, _ position: inout Int, to end: Int, depth: Int, group: UInt32?, message: Int?
  ) -> Stop? {
    while position < end {
      let start = position
      guard let tag = Self.varint(bytes, &position, to: end), tag >> 3 > 0, tag >> 3 <= Self.greatestField else {
        return .malformed(at: start)
      }
      let number = UInt32(tag >> 3)
      if tag & 7 == 4 { return number == group ? nil : .malformed(at: start) }
      guard let type = ProtobufNode.WireType(rawValue: UInt8(tag & 7)) else { return .malformed(at: start) }
      guard nodes.count < limits.nodes else { return .tooManyFields }
      let place = nodes.count
      var node = ProtobufNode(
        number: number, wireType: type, content: .number, depth: depth, range: start..<position,
        value: position..<position, bits: 0)
      if let message, let schema {
        node.message = message
        node.descriptor = schema.messages[message].place(ofField: number)
      }
      if type == .startGroup {
        guard depth < limits.depth else { return .malformed(at: start) }
        node.content = .message
        nodes.append(node)
        let inner = position
        let stop = readFields(
          bytes, &position, to: end, depth: depth + 1, group: number, message: schema?.messageType(of: node))
        guard stop == nil, position > inner else { return stop ?? .malformed(at: start) }
        nodes[place].value = inner..<position
        nodes[place].range = start..<position
        continue
      }
      guard let value = Self.value(type, bytes, &position, to: end) else { return .malformed(at: start) }
      (node.bits, node.value, node.range) = (value.bits, value.range, start..<position)
      nodes.append(node)
      if type == .lengthDelimited, let stop = readContent(bytes, place, depth: depth) { return stop }
    }
    // A group has an end of its own.
    return group == nil ? nil : .malformed(at: end)
  }

  /// Finds out what a length-delimited field is, and appends its fields if it is a message.
  private mutating func readContent(_ bytes: Span<UInt8>, _ place: Int, depth: Int) -> Stop? {
    let node = nodes[place]
    if let field = schema?.field(of: node) {
      switch field.type {
      case .string: nodes[place].content = .text
      case .bytes: nodes[place].content = .bytes
      case .message where depth < limits.depth:
        nodes[place].content = .message
        return read(bytes, node.value, depth: depth + 1, group: nil, message: schema?.messageType(of: node))
      case .message, .group: nodes[place].content = .bytes
      default: nodes[place].content = .packed
      }
      return nil
    }
    let value = bytes.extracting(node.value)
    nodes[place].content = .bytes
    guard value.count > 0 else { return nil }
    if ProtobufText.isPrintable(value) {
      nodes[place].content = .text
      return nil
    }
    guard depth < limits.depth, Self.isPlausibleMessage(bytes, node.value) else { return nil }
    nodes[place].content = .message
    return read(bytes, node.value, depth: depth + 1, group: nil, message: nil)
  }

  /// Whether bytes can be read as fields to their end, whose numbers are those that people choose.
  private static func isPlausibleMessage(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var position = range.lowerBound
    while position < range.upperBound {
      guard let tag = varint(bytes, &position, to: range.upperBound), tag >> 3 > 0, tag >> 3 <= 4096,
        let type = ProtobufNode.WireType(rawValue: UInt8(tag & 7)), type != .startGroup,
        value(type, bytes, &position, to: range.upperBound) != nil
      else { return false }
    }
    return true
  }

  /// The greatest number that a field may have.
  private static let greatestField: UInt64 = 1 << 29 - 1

  private static func value(
    _ type: ProtobufNode.WireType, _ bytes: Span<UInt8>, _ position: inout Int, to end: Int
  ) -> (bits: UInt64, range: Range<Int>)? {
    let start = position
    switch type {
    case .varint:
      guard let bits = varint(bytes, &position, to: end) else { return nil }
      return (bits, start..<position)
    case .fixed64, .fixed32:
      let count = type == .fixed64 ? 8 : 4
      guard end - start >= count else { return nil }
      var bits: UInt64 = 0
      for index in (0..<count).reversed() { bits = bits << 8 | UInt64(bytes[start + index]) }
      position += count
      return (bits, start..<position)
    case .lengthDelimited:
      guard let count = varint(bytes, &position, to: end), count <= UInt64(end - position) else { return nil }
      let inner = position
      position += Int(count)
      return (0, inner..<position)
    case .startGroup: return nil
    }
  }

  /// A varint of up to ten bytes (protobuf encoding, "Base 128 Varints"); nil if it does not end.
  static func varint(_ bytes: Span<UInt8>, _ position: inout Int, to end: Int) -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < end, shift < 70 {
      let byte = bytes[position]
      position += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
      shift += 7
    }
    return nil
  }

  /// The numbers of a field that is packed, as the schema has its type; nil if the bytes are not such numbers.
  public func packedValues(_ node: ProtobufNode, _ bytes: Span<UInt8>) -> [UInt64]? {
    guard node.content == .packed, let field = schema?.field(of: node) else { return nil }
    var values: [UInt64] = []
    var position = node.value.lowerBound
    while position < node.value.upperBound {
      guard let value = Self.value(field.type.wireType, bytes, &position, to: node.value.upperBound) else { return nil }
      values.append(value.bits)
    }
    return values
  }
}

/// Telling text from other bytes.
enum ProtobufText {
  /// Whether bytes are UTF-8 without control characters but tabs and ends of lines.
  static func isPrintable(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == 0x7F || byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D { return false }
    }
    return (try? UTF8Span(validating: bytes)) != nil
  }
}
