/// The words that begin a request of a text protocol, each packed into a number.
struct TextMethods: Sendable {
  /// HTTP's, WebDAV's and others' among them.
  static let http = TextMethods([
    "GET", "PUT", "COPY", "HEAD", "LOCK", "MOVE", "POLL", "POST", "BCOPY", "BMOVE", "MKCOL", "TRACE", "LABEL", "MERGE",
    "DELETE", "SEARCH", "UNLOCK", "REPORT", "UPDATE", "NOTIFY", "BDELETE", "CONNECT", "OPTIONS", "CHECKIN", "PROPFIND",
    "CHECKOUT", "CCM_POST", "SUBSCRIBE", "PROPPATCH", "BPROPFIND", "BPROPPATCH", "UNCHECKOUT", "MKACTIVITY",
    "MKWORKSPACE", "UNSUBSCRIBE", "RPC_CONNECT", "VERSION-CONTROL", "BASELINE-CONTROL",
  ])
  static let rtsp = TextMethods([
    "OPTIONS", "DESCRIBE", "ANNOUNCE", "SETUP", "PLAY", "PAUSE", "TEARDOWN", "GET_PARAMETER", "SET_PARAMETER",
    "REDIRECT", "RECORD",
  ])
  static let sip = TextMethods([
    "ACK", "BYE", "CANCEL", "DO", "INFO", "INVITE", "MESSAGE", "NOTIFY", "OPTIONS", "PRACK", "QAUTH", "REFER",
    "REGISTER", "SPRACK", "SUBSCRIBE", "UPDATE", "PUBLISH",
  ])

  private let words: Set<UInt128>

  private init(_ words: [String]) {
    self.words = Set(words.map { $0.utf8.reduce(0) { $0 << 8 | UInt128($1) } })
  }

  /// Whether the bytes are one of the words, in capital or small letters.
  func contains(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
    guard range.count <= 16 else { return false }
    var word: UInt128 = 0
    for index in range {
      let byte = bytes[index]
      word = word << 8 | UInt128((0x61...0x7A).contains(byte) ? byte & 0xDF : byte)
    }
    return words.contains(word)
  }
}
