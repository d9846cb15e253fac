import TextOutput
import Wire

/// Writes the fields of a head as an object of arrays: names in lower case, values in their order.
enum HeaderObject {
  static func append(_ head: [UInt8], from start: Int, to text: inout TextBuffer) {
    let bytes = head.span
    var lines: [HeadLines.Line] = []
    if start < bytes.count {
      var reader = HeadLines(bytes, from: start)
      while let line = reader.next(bytes) { lines.append(line) }
    }
    text.append("{")
    var isFirst = true
    for index in lines.indices where !lines[index].isContinuation {
      guard !lines[..<index].contains(where: { isSame($0, lines[index], bytes) }) else { continue }
      text.append(isFirst ? "" : ",")
      isFirst = false
      appendName(bytes.extracting(lines[index].name), &text)
      text.append(":[")
      appendValue(lines, index, bytes, &text)
      for other in lines.indices.dropFirst(index + 1) where isSame(lines[other], lines[index], bytes) {
        text.append(",")
        appendValue(lines, other, bytes, &text)
      }
      text.append("]")
    }
    text.append("}")
  }

  private static func appendName(_ name: Span<UInt8>, _ text: inout TextBuffer) {
    for index in name.indices where lower(name[index]) != name[index] || name[index] >= 0x80 {
      var copy = [UInt8](name)
      for place in copy.indices { copy[place] = lower(copy[place]) }
      return text.append(jsonString: copy.span)
    }
    text.append(jsonText: name)
  }

  /// A value with the folded lines that go on with it.
  private static func appendValue(
    _ lines: [HeadLines.Line], _ index: Int, _ bytes: Span<UInt8>, _ text: inout TextBuffer
  ) {
    var end = index + 1
    while end < lines.count, lines[end].isContinuation { end += 1 }
    guard end > index + 1 else { return text.append(jsonString: bytes.extracting(lines[index].value)) }
    var value = [UInt8](bytes.extracting(lines[index].value))
    for line in lines[(index + 1)..<end] {
      value.append(0x20)
      value.append(bytes.extracting(line.value))
    }
    text.append(jsonString: value.span)
  }

  private static func isSame(_ one: HeadLines.Line, _ other: HeadLines.Line, _ bytes: Span<UInt8>) -> Bool {
    guard one.name.count == other.name.count, !one.isContinuation, !other.isContinuation else { return false }
    for (first, second) in zip(one.name, other.name) where lower(bytes[first]) != lower(bytes[second]) { return false }
    return true
  }

  private static func lower(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}
