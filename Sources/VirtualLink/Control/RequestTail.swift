import LinkConditions

/// A request's argument, and what it ends with: `since MARK`, `within TIME`, in any order.
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

  /// How long something is waited for, at most an hour; 10 s if it is not said.
  func patience() throws -> LinkDuration {
    guard let within else { return .milliseconds(10_000) }
    do throws(Quantity.Problem) {
      return try Trigger.duration(within)
    } catch {
      throw LinkError(error.words)
    }
  }

  /// Leaves a first word out, if it is there.
  mutating func takeWord(_ word: String) -> Bool {
    guard text == word || text.hasPrefix(word + " ") else { return false }
    text = String(text.dropFirst(word.utf8.count + 1))
    return true
  }
}
