extension DelayTable {
  /// Reads a table in the format of netem's `.dist` files: whole numbers, 8192 per standard deviation, `#` comments.
  init(name: String, text: [UInt8]) throws(NumberLines.Problem) {
    let wanted = "a whole number from \(Int16.min) to \(Int16.max)"
    var entries: [Int16] = []
    try NumberLines.read(text, wanted: wanted) { number, line throws(NumberLines.Problem) in
      guard let entry = Int16(exactly: number) else {
        throw NumberLines.Problem(line: line, words: "\(number) is not \(wanted)")
      }
      guard entries.count < Self.maximumCount else {
        throw NumberLines.Problem(
          line: line, words: "exceeds the \(Self.maximumCount) entries that netem accepts")
      }
      entries.append(entry)
    }
    guard let table = DelayTable(name: name, entries: entries) else {
      throw NumberLines.Problem(line: 1, words: "the file contains no number")
    }
    self = table
  }
}
