import Glibc
import LinkConditions
import TextOutput

/// The patterns of an option that selects by name, in the notation of fnmatch(3).
struct NamePatterns {
  /// The option, for errors: `--only`.
  let option: String
  let patterns: [String]

  init(_ option: String, _ patterns: [String]) {
    (self.option, self.patterns) = (option, patterns)
  }

  /// Returns true if one of the patterns matches.
  func match(_ name: String) -> Bool {
    patterns.contains { Self.matches($0, name) }
  }

  static func matches(_ pattern: String, _ name: String) -> Bool { fnmatch(pattern, name, 0) == 0 }

  /// Checks that each pattern matches something: a selection that is smaller than it was meant to be must not pass in silence.
  /// - Parameters:
  ///   - names: all names, each with what it is also known by.
  ///   - kind: what has the names: `scenario`.
  ///   - remedy: where the names are listed.
  /// - Throws: `Failure` with each pattern that matches nothing, and with the nearest name.
  func check(among names: [[String]], of kind: PrintableText, remedy: PrintableText) throws(Failure) {
    let idle = patterns.filter { pattern in !names.contains { $0.contains { Self.matches(pattern, $0) } } }
    guard let first = idle.first else { return }
    let families = Set(names.joined().map { String($0.prefix { $0 != "." }) + ".*" }).sorted()
    let nearest: PrintableText =
      Nearest.to(first, among: Array(names.joined()) + families).map { "did you mean '\($0)'? " } ?? ""
    throw Failure(
      "\(option) \(idle.joined(separator: ", ")): matches no \(kind)", remedy: nearest + remedy,
      status: ExitStatus.usage)
  }
}
