import Glibc

/// A program to run, with its arguments and environment.
public struct ProgramCommand: Sendable {
  /// All arguments, beginning with the program's name.
  public var words: [String]
  /// `NAME=value` entries.
  public var environment: [String]
  /// Where it starts; nil for the working directory of this process.
  public var directory: String?

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

  /// Sets a variable, and replaces an existing one.
  public mutating func set(_ name: String, _ value: String) {
    environment.removeAll { $0.hasPrefix(name + "=") }
    environment.append("\(name)=\(value)")
  }

  /// Adds to the end of a variable, or sets it if it is empty.
  mutating func append(_ name: String, _ value: String, separator: String) {
    let present = variable(name) ?? ""
    set(name, present.isEmpty ? value : present + separator + value)
  }

  /// What a variable is set to, or nil.
  public func variable(_ name: String) -> String? {
    environment.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.utf8.count + 1)) }
  }

  /// The paths at which the program may be, in the order in which execvp(3) tries them.
  var candidates: [String] { candidates(for: words.first ?? "") }

  /// The paths at which a program of this name may be.
  func candidates(for name: String) -> [String] {
    if name.isEmpty { return [] }
    if name.contains("/") { return [name] }
    return (variable("PATH") ?? "/bin:/usr/bin").split(separator: ":", omittingEmptySubsequences: false).map {
      $0.isEmpty ? name : "\($0)/\(name)"
    }
  }
}
