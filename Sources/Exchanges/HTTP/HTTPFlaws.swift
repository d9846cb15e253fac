/// What a message does that RFC 9110 and RFC 9112 forbid, though it can be read: two readers may read it as two different things.
public struct HTTPFlaws: OptionSet, Hashable, Sendable {
  public var rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Both fields are there; the first counts (RFC 9112 section 6.3).
  public static let codingAndLength = HTTPFlaws(rawValue: 1 << 0)
  /// Chunked is not the last transfer coding, or is there more than once (RFC 9112 section 6.1).
  public static let chunkedNotLast = HTTPFlaws(rawValue: 1 << 1)
  /// Transfer codings in HTTP/1.0 (RFC 9112 section 6.1).
  public static let codingInOldVersion = HTTPFlaws(rawValue: 1 << 2)
  /// White space between a field's name and the colon (RFC 9112 section 5.1).
  public static let spaceBeforeColon = HTTPFlaws(rawValue: 1 << 3)
  /// A field that goes on in the next line (RFC 9112 section 5.2), or white space before the first field (section 2.2).
  public static let foldedLine = HTTPFlaws(rawValue: 1 << 4)
  /// A carriage return that no line feed follows (RFC 9112 section 2.2).
  public static let bareCarriageReturn = HTTPFlaws(rawValue: 1 << 5)
  /// A line that ends with a line feed alone (RFC 9112 section 2.2).
  public static let bareLineFeed = HTTPFlaws(rawValue: 1 << 6)
  /// NUL or another control character in a field (RFC 9110 section 5.5).
  public static let controlInField = HTTPFlaws(rawValue: 1 << 7)
  /// A control character in the first line (RFC 9112 section 3.2).
  public static let controlInStartLine = HTTPFlaws(rawValue: 1 << 8)
  /// A line without a colon, or a name that is no token (RFC 9110 section 5.6.2).
  public static let notAField = HTTPFlaws(rawValue: 1 << 9)
  /// More than one Host (RFC 9112 section 3.2).
  public static let severalHosts = HTTPFlaws(rawValue: 1 << 10)

  /// A body that only the end of the connection ends, where TLS ended without close_notify: anybody on the path can have cut it
  /// short (RFC 9112 section 9.8, RFC 8446 section 6.1).
  public static let endWithoutCloseNotify = HTTPFlaws(rawValue: 1 << 11)

  /// Fields of HTTP/2 are not known, because they refer to fields before them that are not in the capture (RFC 7541 section 2.3.2).
  public static let unknownFields = HTTPFlaws(rawValue: 1 << 12)
  /// Frames of HTTP/2 are not in the capture, and some of them may be of this message.
  public static let missingFrames = HTTPFlaws(rawValue: 1 << 13)

  private static let all: [(flaw: HTTPFlaws, words: String)] = [
    (.codingAndLength, "Transfer-Encoding and Content-Length together"),
    (.chunkedNotLast, "chunked is not the last transfer coding"),
    (.codingInOldVersion, "Transfer-Encoding in HTTP/1.0"),
    (.spaceBeforeColon, "white space before a colon"),
    (.foldedLine, "folded header line"),
    (.bareCarriageReturn, "CR without LF"),
    (.bareLineFeed, "LF without CR"),
    (.controlInField, "control character in a header field"),
    (.controlInStartLine, "control character in the first line"),
    (.notAField, "header line that is no field"),
    (.severalHosts, "more than one Host"),
    (.endWithoutCloseNotify, "ended without close_notify, may be cut short"),
    (.unknownFields, "header fields not known, because earlier ones are not captured"),
    (.missingFrames, "frames not captured, may be incomplete"),
  ]

  /// A few words for each.
  public var words: [String] { Self.all.filter { contains($0.flaw) }.map(\.words) }
}
