/// A pattern in which `*` stands for any characters, also none.
struct Glob: Hashable, Sendable {
  private let pattern: [UInt8]

  init(_ pattern: String) {
    self.pattern = Array(pattern.utf8)
  }

  func matches(_ text: String) -> Bool {
    matches(Array(text.utf8))
  }

  /// Whether the whole of a text matches; in time that is at most the product of both lengths.
  func matches(_ text: [UInt8]) -> Bool {
    let star = UInt8(ascii: "*")
    var position = 0
    var place = 0
    // Where the last star was, and where the text after what it stands for begins.
    var retry: (place: Int, position: Int)?
    while position < text.count {
      if place < pattern.count, pattern[place] == star {
        retry = (place, position)
        place += 1
      } else if place < pattern.count, pattern[place] == text[position] {
        place += 1
        position += 1
      } else if let (starPlace, starPosition) = retry {
        retry = (starPlace, starPosition + 1)
        place = starPlace + 1
        position = starPosition + 1
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == star }
  }
}
