/// How long something is to last, as people write it on a command line: `10m`, `30s`, `2 h`.
public enum LeaseTime {
  /// Why a text is no time.
  public struct Problem: Error {
    public var words: String
  }

  /// Reads it; `m` means minutes.
  /// - Throws: `Problem` if it is no time, or none at all.
  public static func duration(_ text: String) throws(Problem) -> LinkDuration {
    let isMinutes = text.last == "m" && text.dropLast().last.map { $0.isNumber || $0 == " " } == true
    let duration: LinkDuration
    do {
      duration = try Trigger.duration(isMinutes ? text + "in" : text)
    } catch {
      throw Problem(words: error.words)
    }
    guard duration > .zero else { throw Problem(words: "that is no time at all") }
    return duration
  }
}
