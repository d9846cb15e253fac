import Glibc

/// The name of a link that `link up` creates: letters, digits, `.`, `_` and `-`, at most 32 of them, the first a
/// letter or digit.
public struct LinkName: Hashable, Sendable, CustomStringConvertible {
  /// The name itself.
  public let text: String

  /// - Throws: `LinkError` if the text is no name.
  public init(_ text: String) throws(LinkError) {
    let isValid = text.utf8.allSatisfy { Self.isWordByte($0) || $0 == 0x2E || $0 == 0x2D }
    guard isValid, (1...32).contains(text.utf8.count), let first = text.utf8.first, Self.isWordByte(first),
      first != 0x5F
    else {
      throw LinkError(
        "'\(text.prefix(64))' is not a valid link name",
        remedy: "use at most 32 letters, digits, '.', '_' and '-'; begin with a letter or digit")
    }
    self.text = text
  }

  public var description: String { text }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
  }
}
