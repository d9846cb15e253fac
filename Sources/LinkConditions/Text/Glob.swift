/// A pattern in which `*` matches any characters, or none.
struct Glob: Hashable, Sendable {
  private let pattern: [UInt8]

  init(_ pattern: String) {
    self.pattern = Array(pattern.utf8)
  }

  func matches(_ text: String) -> Bool {
    matches(Array(text.utf8))
  }

  /// Whether the whole text matches. The time is at most proportional to the product of both lengths.
  func matches(_ text: [UInt8]) -> Bool {
    let star = UInt8(ascii: "*")
    var position = 0
    var place = 0
    // The place of the last star, and where the text after its match begins.
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
