import Wire

/// The header fields that both ends know beforehand (RFC 7541 appendix A), one after the other in an array of bytes.
struct HPACKStaticTable: Sendable {
  static let shared = HPACKStaticTable()

  /// Where an entry's name and value are in `bytes`.
  struct Entry {
    var name: Range<Int>
    var value: Range<Int>
  }

  private(set) var bytes: [UInt8] = []
  /// The entries; that of index 1 is the first.
  private(set) var entries: [Entry] = []

  private init() {
    for (name, value) in Self.fields {
      let start = bytes.count
      bytes += name.utf8
      let middle = bytes.count
      bytes += value.utf8
      entries.append(Entry(name: start..<middle, value: middle..<bytes.count))
    }
  }

  private static let fields: [(name: String, value: String)] = [
    (":authority", ""),
    (":method", "GET"),
    (":method", "POST"),
    (":path", "/"),
    (":path", "/index.html"),
    (":scheme", "http"),
    (":scheme", "https"),
    (":status", "200"),
    (":status", "204"),
    (":status", "206"),
    (":status", "304"),
    (":status", "400"),
    (":status", "404"),
    (":status", "500"),
    ("accept-charset", ""),
    ("accept-encoding", "gzip, deflate"),
    ("accept-language", ""),
    ("accept-ranges", ""),
    ("accept", ""),
    ("access-control-allow-origin", ""),
    ("age", ""),
    ("allow", ""),
    ("authorization", ""),
    ("cache-control", ""),
    ("content-disposition", ""),
    ("content-encoding", ""),
    ("content-language", ""),
    ("content-length", ""),
    ("content-location", ""),
    ("content-range", ""),
    ("content-type", ""),
    ("cookie", ""),
    ("date", ""),
    ("etag", ""),
    ("expect", ""),
    ("expires", ""),
    ("from", ""),
    ("host", ""),
    ("if-match", ""),
    ("if-modified-since", ""),
    ("if-none-match", ""),
    ("if-range", ""),
    ("if-unmodified-since", ""),
    ("last-modified", ""),
    ("link", ""),
    ("location", ""),
    ("max-forwards", ""),
    ("proxy-authenticate", ""),
    ("proxy-authorization", ""),
    ("range", ""),
    ("referer", ""),
    ("refresh", ""),
    ("retry-after", ""),
    ("server", ""),
    ("set-cookie", ""),
    ("strict-transport-security", ""),
    ("transfer-encoding", ""),
    ("user-agent", ""),
    ("vary", ""),
    ("via", ""),
    ("www-authenticate", ""),
  ]
}
