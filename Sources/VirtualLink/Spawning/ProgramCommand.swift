import Glibc

/// What to run: a program's name, its words and its environment.
public struct ProgramCommand: Sendable {
  /// All words, the program's name first.
  public var words: [String]
  /// `NAME=value` entries.
  public var environment: [String]

  /// - Parameter words: at least one.
  public init(_ words: [String], environment: [String] = Self.inheritedEnvironment) {
    self.words = words
    self.environment = environment
  }

  /// The environment of this process.
  public static var inheritedEnvironment: [String] {
    var entries: [String] = []
    var next = environ
    while let entry = next.pointee {
      entries.append(String(cString: entry))
      next += 1
    }
    return entries
  }

  /// Sets a variable, in place of one of that name.
  public mutating func set(_ name: String, _ value: String) {
    environment.removeAll { $0.hasPrefix(name + "=") }
    environment.append("\(name)=\(value)")
  }

  /// The paths at which the program may be, in the order in which execvp(3) tries them.
  var candidates: [String] {
    guard let name = words.first, !name.isEmpty else { return [] }
    if name.contains("/") { return [name] }
    let path = environment.first { $0.hasPrefix("PATH=") }.map { $0.dropFirst(5) } ?? "/bin:/usr/bin"
    return path.split(separator: ":", omittingEmptySubsequences: false).map {
      $0.isEmpty ? name : "\($0)/\(name)"
    }
  }
}
