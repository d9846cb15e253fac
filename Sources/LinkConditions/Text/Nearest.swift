/// Finds the word that the user may have meant.
package enum Nearest {
  /// The candidate that is the fewest edits away from `word`, ignoring case; nil if none is near.
  package static func to(_ word: String, among candidates: some Sequence<String>) -> String? {
    // Words longer than all candidates are not near, and would cost the square of their length.
    let letters = Array(word.lowercased().unicodeScalars.prefix(65))
    guard !letters.isEmpty, letters.count <= 64 else { return nil }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let other = Array(candidate.lowercased().unicodeScalars)
      let distance = edits(from: letters, to: other)
      let isPrefix = letters.count >= 3 && (other.starts(with: letters))
      guard isPrefix || distance <= max(1, min(letters.count, other.count) / 3) else { continue }
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// The shortest candidate that has all the words of a name; nil if there is none.
  package static func holding(_ name: String, among candidates: some Sequence<String>) -> String? {
    let wanted = Set(words(name))
    guard !wanted.isEmpty else { return nil }
    return candidates.filter { wanted.isSubset(of: words($0)) }.min { ($0.count, $0) < ($1.count, $1) }
  }

  private static func words(_ text: String) -> [Substring] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
  ///
  /// Source: the "optimal string alignment" distance, after F. Damerau, 1964.
  static func edits(from word: [Unicode.Scalar], to other: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for i in word.indices {
      var row = [i + 1]
      for j in other.indices {
        var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (word[i] == other[j] ? 0 : 1))
        if i > 0, j > 0, word[i] == other[j - 1], word[i - 1] == other[j] { least = min(least, beforeLast[j - 1] + 1) }
        row.append(least)
      }
      beforeLast = last
      last = row
    }
    return last[other.count]
  }
}
