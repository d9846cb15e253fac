/// How many letters differ between two words.
enum EditDistance {
  /// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
  static func between(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first.utf8), Array(second.utf8))
    guard !first.isEmpty, !second.isEmpty else { return max(first.count, second.count) }
    guard first.count <= 64, second.count <= 64 else { return .max }
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        var cost = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[second.count]
  }
}
