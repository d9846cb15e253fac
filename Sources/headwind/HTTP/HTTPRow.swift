import TextOutput

/// The row of an exchange before its columns are chosen.
struct HTTPRow {
  /// The number of the exchange.
  var number: Int
  /// The values of all columns that may be shown, in their order.
  var cells: [String]
  var meanings: [Paint.Meaning?]
  /// The longest phase, and how long it took in nanoseconds.
  var longest: (phase: HTTPColumn, time: Int64)?
  /// The number of the attempt, from 1.
  var attempt = 1

  /// Sets the number of the attempt, which is known later than the rest.
  mutating func setAttempt(_ attempt: Int, in columns: [HTTPColumn]) {
    self.attempt = attempt
    if let place = columns.firstIndex(of: .attempt) { cells[place] = String(attempt) }
  }

  /// The bytes that it takes, about.
  var cost: Int { cells.reduce(256) { $0 + 24 + $1.utf8.count } }
}
