import TextOutput

/// Numbers of a capture as rows and columns, for people and for programs.
public struct StatisticsTable: Sendable {
  /// What stands in a row and a column.
  public enum Cell: Sendable {
    /// Text.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// Nanoseconds, shown as seconds.
    case time(Int64)
    /// Thousandths.
    case decimal(Int64)
    /// Nothing.
    case nothing

    var isNumber: Bool { if case .text = self { false } else { true } }
  }

  /// A column's heading, and its name in JSON.
  public struct Column: Sendable {
    /// What people read.
    public var title: String
    /// What programs read.
    public var key: String
  }

  /// The columns.
  public let columns: [Column]
  /// The rows, each with a cell for every column.
  public private(set) var rows: [[Cell]] = []
  /// The keys of the columns that a narrow terminal can do without, the least important one first.
  var spare: [String] = []
  /// What is not in the table, in words.
  public internal(set) var remark: String?

  /// - Parameter columns: the names in JSON; headings have spaces where these have underscores.
  init(_ columns: [String]) {
    self.columns = columns.map { name in
      Column(title: String(name.map { $0 == "_" ? " " : $0 }), key: name)
    }
  }

  mutating func add(_ cells: Cell...) { rows.append(cells) }
  mutating func add(_ cells: [Cell]) { rows.append(cells) }

  /// A row of a heading and one below another, for counts that are part of one another.
  mutating func add(_ name: String, depth: Int, _ cells: [Cell]) {
    rows.append([.text(String(repeating: "  ", count: depth) + name)] + cells)
  }

  /// The table with aligned columns, line by line.
  public var lines: [String] {
    var lines: [String] = []
    eachLine { lines.append($0) }
    return lines
  }

  /// Gives the lines one by one: all of a long table in words is many times the table.
  /// - Parameters:
  ///   - width: the width of the terminal; nil for no limit. If the table is wider, the columns in `spare` are omitted one
  ///     by one, and then texts are shortened.
  ///   - shorten: shortens a text to a width.
  public func eachLine<Failure: Error>(
    fitting width: Int? = nil, shortening shorten: (String, Int) -> String = { text, _ in text },
    _ body: (String) throws(Failure) -> Void
  ) throws(Failure) {
    let layout = layout(fitting: width)
    let title = line(columns.map(\.title), layout, shorten)
    if !title.isEmpty { try body(title) }
    for row in rows { try body(line(row.map(Self.text), layout, shorten)) }
    if let remark { try body(remark) }
  }

  /// No text is shortened to less than this.
  private static let leastWidth = 12

  /// The columns to show, with their widths.
  private func layout(fitting width: Int?) -> [(column: Int, width: Int)] {
    var layout = columns.enumerated().map { (column: $0.offset, width: $0.element.title.count) }
    for row in rows {
      for (index, cell) in row.enumerated() { layout[index].width = max(layout[index].width, Self.text(cell).count) }
    }
    guard let width else { return layout }
    func isTooWide() -> Bool { layout.reduce(2 * (layout.count - 1)) { $0 + $1.width } > width }
    for key in spare where isTooWide() { layout.removeAll { columns[$0.column].key == key } }
    while isTooWide() {
      let candidates = layout.indices.filter { !isNumber(layout[$0].column) && layout[$0].width > Self.leastWidth }
      guard let widest = candidates.max(by: { layout[$0].width < layout[$1].width }) else { break }
      layout[widest].width -= 1
    }
    return layout
  }

  private func isNumber(_ column: Int) -> Bool { rows.first.map { $0[column].isNumber } ?? false }

  private func line(
    _ texts: [String], _ layout: [(column: Int, width: Int)], _ shorten: (String, Int) -> String
  ) -> String {
    var line = ""
    for (place, (column, width)) in layout.enumerated() {
      let cell = texts[column].count > width ? shorten(texts[column], width) : texts[column]
      let padding = String(repeating: " ", count: max(0, width - cell.count))
      line += (place > 0 ? "  " : "") + (isNumber(column) ? padding + cell : cell + padding)
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  /// A JSON object for each row.
  public var json: [String] { rows.map(object) }

  /// Gives the rows' JSON objects one by one.
  public func eachObject<Failure: Error>(_ body: (String) throws(Failure) -> Void) throws(Failure) {
    for row in rows { try body(object(row)) }
  }

  private func object(_ row: [Cell]) -> String {
    var text = TextBuffer(capacity: 256)
    for (index, cell) in row.enumerated() {
      text.append(index == 0 ? "{" : ",")
      text.append(jsonString: columns[index].key)
      text.append(":")
      switch cell {
      case .text(let words): text.append(jsonString: words.drop { $0 == " " }.description)
      case .integer(let number): text.append(json: number)
      case .time(let nanoseconds): text.append(nanoseconds: nanoseconds)
      case .decimal: text.append(Self.text(cell))
      case .nothing: text.append("null")
      }
    }
    text.append("}")
    return text.withBytes { String(text: $0) }
  }

  private static func text(_ cell: Cell) -> String {
    switch cell {
    case .text(let words): return HarmlessText.escaped(words)
    case .integer(let number): return String(number)
    case .time(let nanoseconds):
      var text = TextBuffer(capacity: 64)
      text.append(nanoseconds: nanoseconds)
      return text.withBytes { String(text: $0) }
    case .decimal(let thousandths):
      let fraction = String(thousandths.magnitude % 1000 + 1000).dropFirst()
      return (thousandths < 0 ? "-" : "") + "\(thousandths.magnitude / 1000)." + fraction
    case .nothing: return ""
    }
  }
}
