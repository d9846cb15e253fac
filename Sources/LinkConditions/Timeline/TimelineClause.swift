/// One phase as a line of words: `Black Hole when response-started`, `Edge after 2 s`.
public struct TimelineClause: Hashable, Sendable {
  /// Why a line is no clause, and where.
  public struct Problem: Error, Hashable, Sendable {
    /// What was found and what is allowed, one line.
    public let message: String
    /// Where in the line it was found, in characters from 1.
    public let column: Int
  }

  /// The profile, by the name that was written.
  public let profileName: String
  /// What starts it.
  public let trigger: Trigger

  public init(profileName: String, trigger: Trigger) {
    self.profileName = profileName
    self.trigger = trigger
  }

  /// Reads a line: a profile's name, then `after` and a time, or `when` and something seen on the wire.
  public init(parsing line: String) throws(Problem) {
    let words = Words(line)
    guard let keyword = words.all.lastIndex(where: { ["after", "when"].contains($0.text.lowercased()) }) else {
      let allowed = "write it as 'PROFILE after 2 s' or 'PROFILE when response-started'"
      throw Problem(message: "'\(line.shortened)' does not say what starts the profile; \(allowed)", column: 1)
    }
    let name = words.all[..<keyword].map(\.text).joined(separator: " ")
    guard !name.isEmpty else {
      throw Problem(
        message: "there is no profile before '\(words.all[keyword].text)'", column: words.all[keyword].column)
    }
    profileName = name
    let rest = words.all[(keyword + 1)...].map(\.text).joined(separator: " ")
    let column = keyword + 1 < words.all.count ? words.all[keyword + 1].column : line.count + 1
    do {
      trigger =
        words.all[keyword].text.lowercased() == "after"
        ? .after(try Trigger.duration(rest)) : try Trigger(parsing: rest)
    } catch {
      throw Problem(message: error.words, column: column)
    }
  }

  /// A line's words and where they are.
  private struct Words {
    var all: [(text: String, column: Int)] = []

    init(_ line: String) {
      var word = ""
      var column = 1
      for (index, character) in line.enumerated() {
        if character.isWhitespace {
          if !word.isEmpty { all.append((word, column)) }
          word = ""
        } else {
          if word.isEmpty { column = index + 1 }
          word.append(character)
        }
      }
      if !word.isEmpty { all.append((word, column)) }
    }
  }
}
