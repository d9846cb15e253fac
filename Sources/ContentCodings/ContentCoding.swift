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

  /// The codings of a field value such as `gzip, br`, in the order in which they were applied; nil if one is unknown.
  public static func list(_ field: String) -> [ContentCoding]? {
    var codings: [ContentCoding] = []
    for element in field.split(separator: ",") {
      let name = element.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" && $0 != ";" }
      guard let coding = ContentCoding(name: name) else { return nil }
      if coding != .identity {
        codings.append(coding)
      }
    }
    return codings
  }
}
