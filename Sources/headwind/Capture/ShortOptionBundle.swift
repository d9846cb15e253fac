/// Splits bundles of short options as tcpdump accepts them: `-ntq`, `-nr FILE`, `-c5`, `-wFILE`.
///
/// The rules are those of getopt: a letter that takes a value ends the bundle, and the value is the rest of the word
/// or, if there is no rest, the next word. ArgumentParser interprets a value differently if it contains letters of
/// flags.
struct ShortOptionBundle {
  /// The letters without a value.
  var flags: Set<Character>
  /// The letters with a value.
  var valued: Set<Character>

  /// The letters of several groups of options.
  init(_ groups: [ShortOptionBundle]) {
    self.init(
      flags: groups.reduce(into: []) { $0.formUnion($1.flags) },
      valued: groups.reduce(into: []) { $0.formUnion($1.valued) })
  }

  init(flags: Set<Character>, valued: Set<Character>) {
    (self.flags, self.valued) = (flags, valued)
  }

  /// The words with every bundle split. A word with an unknown letter is not changed.
  func takenApart(_ words: [String]) -> [String] {
    var result: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word != "--" else { return result + [word] + rest }
      guard word.hasPrefix("-"), !word.hasPrefix("--"), let bundle = parts(of: word.dropFirst()) else {
        result.append(word)
        continue
      }
      result += bundle.words
      if bundle.needsValue, let value = rest.popFirst() {
        result.append(value)
      }
    }
    return result
  }

  private func parts(of letters: Substring) -> (words: [String], needsValue: Bool)? {
    var words: [String] = []
    var rest = letters
    while let letter = rest.popFirst() {
      if valued.contains(letter) {
        words.append("-\(letter)")
        return (words + (rest.isEmpty ? [] : [String(rest)]), rest.isEmpty)
      }
      guard flags.contains(letter) else { return nil }
      words.append("-\(letter)")
    }
    return words.isEmpty ? nil : (words, false)
  }
}
