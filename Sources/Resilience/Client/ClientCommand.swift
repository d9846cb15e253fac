internal import Captures
internal import Glibc

/// The client's command, with placeholders for what differs between scenarios.
public struct ClientCommand: Sendable {
  public var words: [String]
  /// The names of processes that are not the client's, though they run beside it: those of a container engine.
  var helpers: [String] = []

  public init(_ words: [String]) {
    self.words = words
  }

  /// The words with all placeholders replaced.
  func filled(_ values: [(placeholder: String, value: String)]) -> [String] {
    words.map { Self.fill($0, values) }
  }

  /// Whether the words contain a placeholder.
  func mentions(_ placeholder: String) -> Bool {
    words.contains { $0.contains(placeholder) }
  }

  /// Whether the first word names a program: a path that can be executed, or a name on PATH.
  public var isFound: Bool {
    guard let name = words.first, !name.isEmpty else { return false }
    if name.contains("/") { return Self.isProgram(name) }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/bin:/usr/bin"
    return path.split(separator: ":").contains { Self.isProgram("\($0)/\(name)") }
  }

  private static func isProgram(_ path: String) -> Bool {
    RegularFile.isOne(path) && access(path, X_OK) == 0
  }

  /// Replaces placeholders from left to right, so that text in a value is never replaced.
  private static func fill(_ word: String, _ values: [(placeholder: String, value: String)]) -> String {
    var result = ""
    var rest = word[...]
    while let brace = rest.firstIndex(of: "{") {
      result += rest[..<brace]
      rest = rest[brace...]
      let here = values.first { rest.hasPrefix($0.placeholder) }
      result += here?.value ?? "{"
      rest = rest.dropFirst(here?.placeholder.count ?? 1)
    }
    return result + rest
  }
}
