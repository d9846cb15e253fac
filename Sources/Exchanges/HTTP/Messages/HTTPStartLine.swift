import TextOutput

/// The first line of an HTTP/1.x message (RFC 9112 sections 3 and 4).
public struct HTTPStartLine: Hashable, Sendable {
  /// Whose line it is.
  public enum Kind: Hashable, Sendable {
    /// A request line (RFC 9112 section 3).
    case request(method: String, target: String)
    /// A status line (RFC 9112 section 4).
    case response(status: Int, reason: String)
  }

  /// What it says.
  public var kind: Kind
  /// The minor version: 0 or 1; 1 where the capture cut the line before it.
  public var minorVersion: Int
  /// 1, or 2 where the head is that of a stream of HTTP/2.
  public var majorVersion = 1

  /// As a head of HTTP/1.1 has it: `HTTP/1.1`; `HTTP/2`.
  public var version: String { majorVersion == 1 ? "HTTP/1.\(minorVersion)" : "HTTP/\(majorVersion)" }

  /// A request that has no line of its own.
  package init(method: String, target: String, majorVersion: Int) {
    kind = .request(method: method, target: target)
    minorVersion = 0
    self.majorVersion = majorVersion
  }

  /// A response that has no line of its own.
  package init(status: Int, majorVersion: Int) {
    kind = .response(status: status, reason: "")
    minorVersion = 0
    self.majorVersion = majorVersion
  }

  /// Reads a line without its end; nil if it is not the first line of an HTTP/1.x message.
  package init?(_ line: Span<UInt8>) {
    if Self.hasVersion(line, at: 0) {
      self.init(response: line)
    } else {
      self.init(request: line)
    }
  }

  private init?(request line: Span<UInt8>) {
    var methodEnd = 0
    while methodEnd < line.count, methodEnd <= 32, Self.isTokenByte(line[methodEnd]) {
      methodEnd += 1
    }
    let versionStart = line.count - 8
    guard methodEnd > 0, methodEnd < versionStart - 2, line[methodEnd] == UInt8(ascii: " "),
      line[versionStart - 1] == UInt8(ascii: " "), Self.hasVersion(line, at: versionStart)
    else { return nil }
    var (start, end) = (methodEnd + 1, versionStart - 1)
    while start < end, line[start] == UInt8(ascii: " ") { start += 1 }
    while end > start, line[end - 1] == UInt8(ascii: " ") { end -= 1 }
    guard start < end else { return nil }
    kind = .request(
      method: String(text: line.extracting(0..<methodEnd)), target: String(text: line.extracting(start..<end)))
    minorVersion = Int(line[versionStart + 7] - UInt8(ascii: "0"))
  }

  private init?(response line: Span<UInt8>) {
    guard line.count >= 12, line[8] == UInt8(ascii: " ") else { return nil }
    var status = 0
    for index in 9..<12 {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(line[index]) else { return nil }
      status = status * 10 + Int(line[index] - UInt8(ascii: "0"))
    }
    guard status >= 100, line.count == 12 || line[12] == UInt8(ascii: " ") else { return nil }
    let reason = String(text: line.extracting(min(13, line.count)..<line.count))
    kind = .response(status: status, reason: reason)
    minorVersion = Int(line[7] - UInt8(ascii: "0"))
  }

  /// Whether `HTTP/1.` and a digit are at `start`.
  package static func hasVersion(_ line: Span<UInt8>, at start: Int) -> Bool {
    guard start >= 0, line.count >= start + 8 else { return false }
    for (index, byte) in version.enumerated() where line[start + index] != byte {
      return false
    }
    return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(line[start + 7])
  }

  /// A `tchar` of RFC 9110 section 5.6.2.
  package static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
    default: false
    }
  }

  private static let version = Array("HTTP/1.".utf8)
}
