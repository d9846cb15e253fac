/// A pattern for HTTP requests: `GET /search*`. `*` matches any characters.
public struct RequestPattern: Hashable, Sendable {
  /// The longest request line that is looked at.
  static let longestLine = 4096

  /// As it was written: a method and a target.
  public let text: String
  private let glob: Glob

  /// Nil if it is empty.
  public init?(_ text: String) {
    guard text.contains(where: { !$0.isWhitespace }) else { return nil }
    self.text = text
    glob = Glob(text)
  }

  /// Whether a request line matches. Its version is ignored.
  func matches(_ line: [UInt8]) -> Bool {
    let version = Array(" HTTP/".utf8)
    let end = line.indices.last { line[$0...].starts(with: version) } ?? line.endIndex
    return glob.matches(Array(line[..<end]))
  }
}
