/// A content coding of a body (RFC 9110 section 8.4.1).
public enum ContentCoding: String, Hashable, Sendable, CaseIterable {
  case identity
  /// RFC 1952. A body may consist of several members.
  case gzip
  /// RFC 1950 as the standard requires, or raw RFC 1951 without a header, as some servers send it.
  case deflate
  /// RFC 7932.
  case brotli = "br"
  /// RFC 8878.
  case zstd

  /// The coding with a name in `Content-Encoding` or `Transfer-Encoding`. Case is ignored, and old names are
  /// accepted.
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

  /// The most codings that are decoded one after the other, which is also curl's limit. Each needs a decoder, so an
  /// unlimited list would need unlimited memory.
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

  /// How much of an unknown name an error quotes.
  private static let longestName = 40
}
