/// A coding that a body was wrapped in (RFC 9110 section 8.4.1).
public enum ContentCoding: String, Hashable, Sendable, CaseIterable {
  case identity
  /// RFC 1952; several members in a row are one body.
  case gzip
  /// RFC 1950 as the standard says, or RFC 1951 without the wrapping, as some servers send it.
  case deflate
  /// RFC 7932.
  case brotli = "br"
  /// RFC 8878.
  case zstd

  /// The coding of a name as written in `Content-Encoding` or `Transfer-Encoding`, in any case, old names included.
  public init?(name: some StringProtocol) {
    switch name.lowercased() {
    case "identity", "": self = .identity
    case "gzip", "x-gzip": self = .gzip
    case "deflate": self = .deflate
    case "br": self = .brotli
    case "zstd": self = .zstd
    default: return nil
    }
  }

  /// The most codings that are undone one after the other, which is also curl's limit. Each takes a decoder, so a list
  /// of any length would take memory of any size.
  public static let mostInList = 5

  /// The codings of a field value such as `gzip, br`, in the order in which they were applied.
  public static func list(_ field: String) throws(ContentDecodingError) -> [ContentCoding] {
    var codings: [ContentCoding] = []
    var rest = field[...]
    while !rest.isEmpty {
      let element = rest.prefix { $0 != "," }
      rest = rest[element.endIndex...].dropFirst()
      let name = element.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" && $0 != ";" }
      guard let coding = ContentCoding(name: name) else {
        throw .unknown(name: String(name.prefix(longestName)))
      }
      guard coding != .identity else { continue }
      guard codings.count < mostInList else { throw .tooManyCodings(limit: mostInList) }
      codings.append(coding)
    }
    return codings
  }

  /// How much of an unknown name is repeated in an error.
  private static let longestName = 40
}
