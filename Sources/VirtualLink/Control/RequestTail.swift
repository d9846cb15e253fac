import LinkConditions

/// A request's argument, with the optional clauses `since MARK` and `within TIME` at its end, in any order.
struct RequestTail {
  private(set) var text: String
  private(set) var since: String?
  private(set) var within: String?

  init(_ argument: String) {
    var words = argument.split(separator: " ")[...]
    while let index = words.lastIndex(where: { $0 == "since" || $0 == "within" }) {
      let value = words[(index + 1)...].joined(separator: " ")
      if words[index] == "since", since == nil {
        since = value
      } else if words[index] == "within", within == nil {
        within = value
      } else {
        break
      }
      words = words[..<index]
    }
    text = words.joined(separator: " ")
  }

  /// How long to wait: at most an hour, and 10 s by default.
  func patience() throws -> LinkDuration {
    guard let within else { return .milliseconds(10_000) }
    do throws(Quantity.Problem) {
      return try Trigger.duration(within)
    } catch {
      throw LinkError(error.words)
    }
  }

  /// Removes a word from the beginning of the text. Returns whether it was there.
  mutating func takeWord(_ word: String) -> Bool {
    guard text == word || text.hasPrefix(word + " ") else { return false }
    text = String(text.dropFirst(word.utf8.count + 1))
    return true
  }
}
