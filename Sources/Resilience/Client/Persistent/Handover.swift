/// How a program that lives on is told what to do.
public enum Handover: Sendable, Codable, Equatable {
  /// By a line of JSON on its standard input. It answers by one on its standard output.
  case lines
  /// By a POST request to a port of its own, through the loopback interface. Its response is the answer.
  case trigger(LoopbackURL)

  /// Why a text names no handover.
  public struct Problem: Error, CustomStringConvertible {
    public var description: String
  }

  /// Reads `lines` or `http://127.0.0.1:PORT/PATH`.
  public init(_ text: String) throws(Problem) {
    if text == "lines" {
      self = .lines
    } else if let url = LoopbackURL(text) {
      self = .trigger(url)
    } else {
      throw Problem(description: "'\(text)' must be lines, or a URL of this machine such as http://127.0.0.1:8080/run")
    }
  }
}

extension Handover: CustomStringConvertible {
  /// As on the command line.
  public var description: String {
    switch self {
    case .lines: "lines"
    case .trigger(let url): "http://\(url.authority)\(url.target)"
    }
  }
}

/// A URL of the client's own machine: `http://127.0.0.1:8080/run`.
public struct LoopbackURL: Sendable, Codable, Equatable {
  /// `127.0.0.1`, `localhost` or `::1`.
  public var host: String
  public var port: UInt16
  /// With the query, from the first slash on.
  public var target: String

  init?(_ text: String) {
    guard text.hasPrefix("http://"), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    let rest = text.dropFirst("http://".count)
    let authority = rest.prefix { $0 != "/" }
    target = authority.endIndex == rest.endIndex ? "/" : String(rest[authority.endIndex...])
    guard let colon = authority.lastIndex(of: ":"), let port = UInt16(authority[authority.index(after: colon)...]),
      port > 0
    else { return nil }
    self.port = port
    host = String(authority[..<colon])
    if host == "[::1]" { host = "::1" }
    guard ["127.0.0.1", "localhost", "::1"].contains(host) else { return nil }
  }

  /// As in the field Host.
  var authority: String { host == "::1" ? "[::1]:\(port)" : "\(host):\(port)" }
}
