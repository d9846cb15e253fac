/// What a comment of a packet says about its way over a link, as `headwind run --capture` writes it: `Slow Net: delayed 103 ms`.
package struct FateNote: Equatable, Sendable {
  /// The profile that was in force.
  package var profile: String
  /// `delayed 103 ms, corrupted at byte 61`.
  package var words: String

  /// The words with which fates begin.
  private static let beginnings = ["dropped ", "delayed ", "duplicated", "reordered", "waits ", "made ", "the kernel "]

  /// - Returns: nil if the comment is about something else.
  package init?(_ comment: String) {
    // A profile's name may hold a colon; the fate holds one only after "by the queue".
    let places = comment.unicodeScalars.indices.filter { comment.unicodeScalars[$0] == ":" }
    for place in places {
      let rest = comment[comment.unicodeScalars.index(after: place)...]
      guard rest.hasPrefix(" "), Self.beginnings.contains(where: rest.dropFirst().hasPrefix) else { continue }
      profile = String(comment[..<place].prefix { $0 != "(" }).trimmed
      words = String(rest.dropFirst())
      return
    }
    return nil
  }

  /// The profile that came into force before the packet: `profile: Black Hole, when response-started`.
  package static func newProfile(_ comment: String) -> String? {
    let mark = "profile: "
    guard comment.hasPrefix(mark) else { return nil }
    return comment.dropFirst(mark.count).split(separator: ", ", maxSplits: 1).first.map(String.init)
  }

  package var isLoss: Bool { words.hasPrefix("dropped ") }
  package var isDuplicate: Bool { words.hasPrefix("duplicated") }
  package var isReordered: Bool { words.contains("reordered") }
  package var isCorrupted: Bool { words.contains("corrupted at byte ") }

  /// How long the packet was on the link, in nanoseconds, with three significant digits; nil if that is not said.
  package var delay: Int64? {
    guard let start = words.firstRange(of: "delayed ")?.upperBound else { return nil }
    let parts = words[start...].prefix { $0 != "," }.split(separator: " ")
    guard parts.count == 2, let number = Double(parts[0]), let unit = Self.units[String(parts[1])], number < 1e9 else {
      return nil
    }
    return Int64(exactly: (number * unit).rounded(.towardZero))
  }

  private static let units = ["ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9, "min": 60e9, "h": 3600e9]
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
