/// The bytes of a packet and of the buffers made from it, as `tshark -x` prints them, with those of one field marked.
public struct FieldHexDump: Sendable {
  /// How bytes are marked.
  public enum Style: Sendable {
    case brackets
    /// In reverse video, for terminals.
    case reverse
  }

  private static let digits = Array("0123456789abcdef")

  private let marked: FieldID?
  private let style: Style

  public init(marking field: FieldID? = nil, style: Style = .brackets) {
    marked = field
    self.style = style
  }

  /// Every buffer under its name, if there are several.
  public func text(_ tree: FieldTree, _ frame: Span<UInt8>) -> String {
    var text = ""
    for (index, buffer) in tree.buffers.enumerated() {
      let bytes = index == 0 ? [UInt8](frame) : buffer.bytes
      if tree.buffers.count > 1 { text += "\(buffer.name) (\(bytes.count) byte\(bytes.count == 1 ? "" : "s")):\n" }
      let ranges = tree.nodes.filter { $0.field == marked && Int($0.buffer) == index }.map(\.range)
      text += Self.lines(bytes, ranges, style) + "\n"
    }
    return text
  }

  private static func lines(_ bytes: [UInt8], _ ranges: [Range<Int>], _ style: Style) -> String {
    var isMarked = [Bool](repeating: false, count: bytes.count)
    for range in ranges {
      for index in range.clamped(to: 0..<bytes.count) { isMarked[index] = true }
    }
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 16) {
      let row = start..<min(start + 16, bytes.count)
      let offset = String(start, radix: 16)
      text += String(repeating: "0", count: max(0, 4 - offset.count)) + offset + " "
      text += hex(bytes, row, isMarked, style) + String(repeating: "   ", count: 16 - row.count) + "  "
      text += characters(bytes, row, isMarked, style) + "\n"
    }
    return text
  }

  /// ` 47 45[54 20]48`: a place before each byte and one after the last.
  private static func hex(_ bytes: [UInt8], _ row: Range<Int>, _ isMarked: [Bool], _ style: Style) -> String {
    var text = ""
    for index in row {
      let before = index > row.lowerBound && isMarked[index - 1]
      text += separator(before, isMarked[index], style)
      text.append(digits[Int(bytes[index] >> 4)])
      text.append(digits[Int(bytes[index] & 15)])
    }
    return text + separator(row.last.map { isMarked[$0] } ?? false, false, style)
  }

  private static func separator(_ before: Bool, _ after: Bool, _ style: Style) -> String {
    switch (before, after, style) {
    case (false, true, .brackets): "["
    case (true, false, .brackets): "]"
    case (false, true, .reverse): " \u{1B}[7m"
    case (true, false, .reverse): "\u{1B}[0m "
    default: " "
    }
  }

  private static func characters(_ bytes: [UInt8], _ row: Range<Int>, _ isMarked: [Bool], _ style: Style) -> String {
    var text = ""
    var isOn = false
    for index in row {
      if style == .reverse, isMarked[index] != isOn {
        isOn = isMarked[index]
        text += isOn ? "\u{1B}[7m" : "\u{1B}[0m"
      }
      text.append((0x20...0x7E).contains(bytes[index]) ? Character(Unicode.Scalar(bytes[index])) : ".")
    }
    return isOn ? text + "\u{1B}[0m" : text
  }
}
