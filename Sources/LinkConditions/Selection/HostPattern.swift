/// A host's name, or names: `api.example`, `*.example`; `*` stands for any characters.
public struct HostPattern: Hashable, Sendable {
  /// As it was written.
  public let text: String
  private let glob: Glob

  /// Nil if it is no name: empty, with blanks, or longer than DNS allows.
  public init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= 253,
      text.unicodeScalars.allSatisfy({
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789-._*".contains(Character($0)))
      })
    else { return nil }
    self.text = text
    glob = Glob(Self.canonical(text))
  }

  /// Whether a name is meant, without regard to case and a final dot.
  public func matches(_ name: String) -> Bool {
    glob.matches(Self.canonical(name))
  }

  private static func canonical(_ name: String) -> String {
    let name = name.lowercased()
    return name.hasSuffix(".") ? String(name.dropLast()) : name
  }
}
