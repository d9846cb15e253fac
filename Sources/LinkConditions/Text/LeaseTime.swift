/// A duration as people write it on a command line: `10m`, `30s`, `2 h`.
public enum LeaseTime {
  /// Why a text is not a time.
  public struct Problem: Error {
    /// What is wrong.
    public var words: String
  }

  /// Reads a duration; `m` means minutes.
  /// - Throws: `Problem` if the text is not a time, or the time is zero.
  public static func duration(_ text: String) throws(Problem) -> LinkDuration {
    let isMinutes = text.last == "m" && text.dropLast().last.map { $0.isNumber || $0 == " " } == true
    let duration: LinkDuration
    do {
      duration = try Trigger.duration(isMinutes ? text + "in" : text)
    } catch {
      throw Problem(words: error.words)
    }
    guard duration > .zero else { throw Problem(words: "the time must be longer than zero") }
    return duration
  }
}
