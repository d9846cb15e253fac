import Dissection
import TextOutput

/// Rows of cells in aligned columns that fit the terminal. If they are too wide, cells in columns that may wrap
/// continue on further lines.
struct TextTable {
  struct Column {
    var title: String
    /// Whether cells may be broken between words to make the table fit.
    var wraps = false
  }

  struct Cell: ExpressibleByStringInterpolation {
    /// The escaped text, whose length is the visible length.
    var text: PrintableText
    var meaning: Paint.Meaning?

    init(_ text: String, _ meaning: Paint.Meaning? = nil) {
      (self.text, self.meaning) = (PrintableText(escaping: text), meaning)
    }

    init(stringLiteral text: String) {
      self.init(text)
    }
  }

  /// Wrapping makes no column narrower than this.
  private static let leastWidth = 10

  private let columns: [Column]
  private let hasTitles: Bool
  private(set) var rows: [[Cell]] = []

  init(_ columns: [Column], hasTitles: Bool = true) {
    (self.columns, self.hasTitles) = (columns, hasTitles)
  }

  /// Adds a row, which may have fewer cells than there are columns.
  mutating func add(_ cells: [Cell]) {
    rows.append(cells)
  }

  /// The lines of the table.
  /// - Parameter width: the maximum width; nil for no limit.
  func lines(width: Int?, _ paint: Paint = Paint(isOn: false)) -> [PrintableText] {
    let all = (hasTitles ? [columns.map { Cell($0.title) }] : []) + rows
    let widths = widths(of: all, within: width)
    return all.flatMap { lines(of: $0, widths, paint) }
  }

  private func widths(of rows: [[Cell]], within width: Int?) -> [Int] {
    var widths = columns.indices.map { index in
      rows.reduce(0) { max($0, index < $1.count ? $1[index].text.count : 0) }
    }
    guard let width else { return widths }
    // Repeatedly narrow the widest column that may wrap by one character.
    while widths.reduce(2 * (widths.count - 1), +) > width {
      let candidates = widths.indices.filter { columns[$0].wraps && widths[$0] > Self.leastWidth }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
    }
    return widths
  }

  private func lines(of row: [Cell], _ widths: [Int], _ paint: Paint) -> [PrintableText] {
    let parts = row.enumerated().map { index, cell in
      columns[index].wraps ? Self.wrapped(cell.text, to: widths[index]) : [cell.text]
    }
    return (0..<(parts.map(\.count).max() ?? 0)).map { number in
      var line: PrintableText = ""
      var gap = 0
      for (index, cell) in row.enumerated() {
        let text: PrintableText = number < parts[index].count ? parts[index][number] : ""
        if !text.isEmpty { line += ("" as PrintableText).padded(to: gap) + paint(text, cell.meaning) }
        let rest = widths[index] - text.count + 2
        gap = max(text.isEmpty ? gap + rest : rest, 0)
      }
      return line
    }
  }

  /// Wraps text between words. A word that is longer than a line is broken at the end of the line.
  static func wrapped(_ text: PrintableText, to width: Int) -> [PrintableText] {
    wrapped(text.text, to: width).map { PrintableText(verbatim: $0) }
  }

  private static func wrapped(_ text: String, to width: Int) -> [String] {
    guard text.count > width, width > 0 else { return [text] }
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      var word = word
      if !line.isEmpty, line.count + 1 + word.count <= width {
        line += " " + word
        continue
      }
      if !line.isEmpty { lines.append(line) }
      while word.count > width {
        lines.append(String(word.prefix(width)))
        word = word.dropFirst(width)
      }
      line = String(word)
    }
    return lines + [line]
  }

  /// Folds a line that is too wide. Continuation lines have the same indentation.
  static func folded(_ line: PrintableText, to width: Int?) -> [PrintableText] {
    guard let width, line.count > width else { return [line] }
    let indent = String(line.text.prefix { $0 == " " })
    return wrapped(String(line.text.dropFirst(indent.count)), to: max(width - indent.count, 1)).map {
      PrintableText(verbatim: indent + $0)
    }
  }

  /// Shortens a text in the middle, because the beginning and the end of a URL are most informative.
  static func shortened(_ text: String, to width: Int) -> String {
    guard text.count > width, width > 0 else { return text }
    let tail = (width - 1) / 2
    return text.prefix(width - 1 - tail) + "…" + text.suffix(tail)
  }
}
