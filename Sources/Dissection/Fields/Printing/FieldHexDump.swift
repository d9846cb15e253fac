public import TextOutput

/// The bytes of a packet and of the buffers made from it, as `tshark -x` prints them, with those of one field marked.
public struct FieldHexDump: Sendable {
  /// How bytes are marked.
  public enum Style: Sendable {
    /// In brackets.
    case brackets
    /// In reverse video, for terminals.
    case reverse
  }

  private let marked: FieldID?
  private let style: Style

  /// - Parameter field: the field to mark; nil for none.
  public init(marking field: FieldID? = nil, style: Style = .brackets) {
    marked = field
    self.style = style
  }

  /// Appends every buffer, under its name if there are several.
  public func append(_ tree: FieldTree, _ frame: Span<UInt8>, to text: inout TextBuffer) {
    for index in tree.buffers.indices {
      let ranges = tree.nodes.filter { $0.field == marked && Int($0.buffer) == index }.map(\.range)
      if index == 0 {
        append(frame, ranges, named: tree.buffers.count > 1 ? tree.buffers[0].name : nil, to: &text)
      } else {
        let buffer = tree.buffers[index]
        append(buffer.bytes.span, ranges, named: buffer.name, to: &text)
      }
      text.append(byte: 0x0A)
    }
  }

  private func append(
    _ bytes: Span<UInt8>, _ ranges: [Range<Int>], named name: String?, to text: inout TextBuffer
  ) {
    if let name {
      text.append(harmless: name)
      text.append(" (", UInt64(bytes.count))
      text.append(bytes.count == 1 ? " byte):\n" : " bytes):\n")
    }
    var isMarked = [Bool](repeating: false, count: bytes.count)
    for range in ranges {
      for index in range.clamped(to: 0..<bytes.count) { isMarked[index] = true }
    }
    for start in stride(from: 0, to: bytes.count, by: 16) {
      let row = start..<min(start + 16, bytes.count)
      text.append(hexadecimal: UInt32(truncatingIfNeeded: start), paddedTo: 4)
      text.append(byte: 0x20)
      appendHex(bytes, row, isMarked, to: &text)
      text.append(spaces: 3 * (16 - row.count) + 2)
      appendCharacters(bytes, row, isMarked, to: &text)
      text.append(byte: 0x0A)
    }
  }

  /// ` 47 45[54 20]48`: a place before each byte and one after the last.
  private func appendHex(_ bytes: Span<UInt8>, _ row: Range<Int>, _ isMarked: [Bool], to text: inout TextBuffer) {
    for index in row {
      text.append(separator(index > row.lowerBound && isMarked[index - 1], isMarked[index]))
      text.append(hexadecimalByte: bytes[index])
    }
    text.append(separator(row.last.map { isMarked[$0] } ?? false, false))
  }

  private func separator(_ before: Bool, _ after: Bool) -> String {
    switch (before, after, style) {
    case (false, true, .brackets): "["
    case (true, false, .brackets): "]"
    case (false, true, .reverse): " \u{1B}[7m"
    case (true, false, .reverse): "\u{1B}[0m "
    default: " "
    }
  }

  private func appendCharacters(
    _ bytes: Span<UInt8>, _ row: Range<Int>, _ isMarked: [Bool], to text: inout TextBuffer
  ) {
    var isOn = false
    for index in row {
      if style == .reverse, isMarked[index] != isOn {
        isOn = isMarked[index]
        text.append(isOn ? "\u{1B}[7m" : "\u{1B}[0m")
      }
      text.append(byte: (0x20...0x7E).contains(bytes[index]) ? bytes[index] : 0x2E)
    }
    if isOn { text.append("\u{1B}[0m") }
  }
}
