import TextOutput
import Wire

/// Protocol Buffers (protobuf encoding): the fields of a message by their numbers and wire types. Without a schema nothing tells whether
/// bytes are text, a message or something else, so that fields are not looked into, as in Wireshark.
enum ProtobufDissector {
  /// A number that is written in as few groups of seven bits as it needs has at most ten of them.
  private static let longestVarint = 10
  /// Values up to this length have their meaning beside them.
  private static let shortest = 36

  static func dissect(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ call: GRPCCallFacts
  ) throws(DissectionStop) {
    let whole = start..<bytes.count
    let mark = tree.beginProtocol(.protobuf, whole) { line in
      line.append("Protocol Buffers message")
      guard let path = call.path else { return }
      line.append(": ")
      line.append(harmless: path)
      line.append(call.isRequest ? ", request" : ", response")
    }
    let message = tree.begin(.text, whole, .none, line: { $0.append("Message of an unknown type") })
    tree.hide(.protobufMessageName, whole, .string("<UNKNOWN> Message Type"))
    var position = start
    while position < bytes.count, try addField(&tree, bytes, &position) {}
    tree.end(message)
    tree.end(mark)
  }

  /// Adds a field; false where it cannot be read, so that what follows has no meaning.
  private static func addField(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ position: inout Int
  ) throws(DissectionStop) -> Bool {
    let start = position
    guard let tag = varint(bytes, &position) else {
      tree.expert(.protobufFailedParseTag, .warning)
      return false
    }
    let header = start..<position
    let mark = tree.begin(.text, header, .none) { line in
      line.append("Field ", tag >> 3)
    }
    tree.add(.protobufFieldName, header, .string("<UNKNOWN>"), traits: .generated)
    tree.add(.protobufFieldNumber, header, .unsigned(tag >> 3)) { line in
      if header.count == 1 { line.append(pattern: tag, mask: 0x78, bits: 8) }
      line.append(header.count == 1 ? " = Number of the field: " : "Number of the field: ", tag >> 3)
    }
    tree.bits(.protobufFieldWiretype, of: tag & 0xFF, start..<start + 1)
    let isRead = try addValue(&tree, bytes, &position, wireType: tag & 7)
    tree.end(mark, at: position)
    return isRead
  }

  private static func addValue(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ position: inout Int, wireType: UInt64
  ) throws(DissectionStop) -> Bool {
    let start = position
    switch wireType {
    case 0:
      guard let number = varint(bytes, &position) else {
        tree.expert(.protobufFieldFailedParseField, .warning)
        return false
      }
      let range = start..<position
      tree.add(.protobufFieldValue, range, .bytes) { line in
        line.append("Bytes of the value: ")
        line.append(hex: bytes.extracting(range))
        line.append(" (", number)
        line.append(")")
      }
    case 1, 5:
      let count = wireType == 1 ? 8 : 4
      try tree.bytes(.protobufFieldValue, bytes, start, count)
      position += count
    case 2:
      guard let count = varint(bytes, &position) else {
        tree.expert(.protobufFieldFailedParseLengthDelimitedField, .warning)
        return false
      }
      tree.add(.protobufFieldValueLength, start..<position, .unsigned(count))
      guard count <= UInt64(bytes.count - position) else { throw .bounds }
      addText(&tree, bytes, position..<position + Int(count))
      position += Int(count)
    default:
      tree.below {
        $0.expert(.protobufFieldWiretypeInvalid, .warning)
      }
      return false
    }
    return true
  }

  /// Adds a value, with its text beside it where it is one.
  private static func addText(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ range: Range<Int>) {
    let value = bytes.extracting(range)
    guard (1...shortest).contains(range.count), isPlain(value) else {
      return tree.add(.protobufFieldValue, range, .bytes)
    }
    tree.add(.protobufFieldValue, range, .bytes) { line in
      line.append("Bytes of the value: ")
      line.append(hex: value)
      line.append(" (\"")
      line.append(value)
      line.append("\")")
    }
  }

  /// Whether bytes are printable ASCII, which is harmless on a terminal.
  private static func isPlain(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices where bytes[index] < 0x20 || bytes[index] > 0x7E { return false }
    return true
  }

  /// A number in groups of seven bits, the lowest first (protobuf encoding, "Base 128 Varints").
  private static func varint(_ bytes: Span<UInt8>, _ position: inout Int) -> UInt64? {
    var value: UInt64 = 0
    for index in 0..<longestVarint {
      guard position + index < bytes.count else { return nil }
      let byte = bytes[position + index]
      value |= UInt64(byte & 0x7F) << UInt64(7 * index)
      guard byte & 0x80 != 0 else {
        position += index + 1
        return value
      }
    }
    return nil
  }
}
