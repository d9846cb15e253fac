internal import Glibc
internal import Wire

/// How a client says that it is ready, from which the clocks of a scenario count.
public enum ReadySign: Sendable, Codable, Equatable {
  /// By its first DNS query or SYN. It need not know of Headwind.
  case packet
  /// By a line of its output that contains a text.
  case line(containing: String)
  /// By a line of its output in which a regular expression is found.
  case match(String)
  /// By a file: the one that `HEADWIND_READY` names, or this one.
  case file(String?)
  /// By the request `ready` on the control socket of its link.
  case call
  /// By the line `{"ready": true}`, as a program that lives on and reads lines says so.
  case greeting
  /// By listening on the port of the service that a program that lives on is.
  case listening

  /// Why a text names no sign.
  public struct Problem: Error, CustomStringConvertible {
    public var description: String
  }

  /// Reads `packet`, `line:TEXT`, `line:/REGEX/`, `file`, `file:PATH` or `call`.
  public init(_ text: String) throws(Problem) {
    let (form, argument) = Self.split(text)
    switch (form, argument) {
    case ("packet", nil): self = .packet
    case ("call", nil): self = .call
    case ("file", let path) where path != "": self = .file(path)
    case ("line", let words?) where !words.isEmpty: self = try Self.line(words)
    default:
      throw Problem(
        description: "'\(text)' is no sign: give packet, line:TEXT, line:/REGEX/, file, file:PATH or call")
    }
  }

  private static func split(_ text: String) -> (form: String, argument: String?) {
    guard let colon = text.firstIndex(of: ":") else { return (text, nil) }
    return (String(text[..<colon]), String(text[text.index(after: colon)...]))
  }

  private static func line(_ words: String) throws(Problem) -> ReadySign {
    guard words.count > 2, words.hasPrefix("/"), words.hasSuffix("/") else { return .line(containing: words) }
    let pattern = String(words.dropFirst().dropLast())
    do {
      _ = try Regex(pattern)
    } catch {
      throw Problem(description: "'\(pattern)' is no regular expression: \(error)")
    }
    return .match(pattern)
  }

  /// Whether a line of the client's output is the sign.
  func isShown(by line: some StringProtocol) -> Bool {
    switch self {
    case .line(let text): line.contains(text)
    case .match(let pattern): (try? Regex(pattern))?.isFound(in: String(line)) ?? false
    case .packet, .file, .call, .greeting, .listening: false
    }
  }

  /// Whether a file at this path has appeared, or was written anew, since a time. What an earlier run left does not count.
  static func isWritten(_ path: String, since start: Timestamp) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    let changed = Timestamp(
      nanoseconds: Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec))
    // The kernel stamps files by a clock that advances with its timer, at most 10 ms behind.
    return changed.later(by: 20_000_000) >= start
  }
}

extension ReadySign: CustomStringConvertible {
  public var description: String {
    switch self {
    case .packet: "packet"
    case .line(let text): "line:\(text)"
    case .match(let pattern): "line:/\(pattern)/"
    case .file(let path): path.map { "file:\($0)" } ?? "file"
    case .call: "call"
    case .greeting: "line:{\"ready\": true}"
    case .listening: "its port accepts connections"
    }
  }
}

extension Regex {
  fileprivate func isFound(in text: String) -> Bool {
    (try? firstMatch(in: text)) != nil
  }
}
