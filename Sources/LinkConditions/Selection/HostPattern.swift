/// A pattern for host names: `api.example`, `*.example`. `*` matches any characters.
public struct HostPattern: Hashable, Sendable {
  /// As it was written.
  public let text: String
  private let glob: Glob

  /// Nil if it is not a name: empty, with blanks, or longer than DNS allows.
  public init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= 253,
      text.unicodeScalars.allSatisfy({
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789-._*".contains(Character($0)))
      })
    else { return nil }
    self.text = text
    glob = Glob(Self.canonical(text))
  }

  /// Whether a name matches. Case and a final dot are ignored.
  public func matches(_ name: String) -> Bool {
    glob.matches(Self.canonical(name))
  }

  private static func canonical(_ name: String) -> String {
    let name = name.lowercased()
    return name.hasSuffix(".") ? String(name.dropLast()) : name
  }
}
