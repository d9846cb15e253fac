import TextOutput

/// The header fields of a message that say what its body is and where it ends.
public struct HTTPFields: Hashable, Sendable {
  /// What `Content-Length` says (RFC 9110 section 8.6).
  public enum Length: Hashable, Sendable {
    /// There is no such field.
    case absent
    /// So many bytes.
    case bytes(Int64)
    /// Not a number, too large, or several that differ.
    case invalid
  }

  /// Host, or `:authority`.
  public package(set) var host: String?
  /// Content-Type.
  public package(set) var contentType: String?
  /// Content-Length.
  public package(set) var contentLength = Length.absent
  /// The values of all such fields, joined with commas.
  public package(set) var contentEncoding: String?
  /// Transfer-Encoding.
  public package(set) var transferEncoding: String?
  /// The protocol that the connection changes to, or may change to.
  public package(set) var upgrade: String?
  /// The values of all Alt-Svc fields, joined with commas (RFC 7838).
  public package(set) var alternatives: String?
  /// What is wrong with the head, though it can be read.
  public package(set) var flaws = HTTPFlaws()
  private var last = Name.other
  private var hasField = false

  package init() {}

  private enum Name {
    case host, contentType, contentLength, contentEncoding, transferEncoding, upgrade, alternatives, other
  }

  /// Takes a field line without its end; a line that begins with white space goes on with the one before.
  /// - Parameter isBare: whether it ends with a line feed alone.
  package mutating func add(_ line: Span<UInt8>, isBare: Bool = false) {
    if isBare { flaws.insert(.bareLineFeed) }
    guard line.count > 0 else { return }
    noteControls(line)
    if Self.isSpace(line[0]) {
      flaws.insert(.foldedLine)
      return add(value: line, isContinuation: true)
    }
    var colon = 0
    while colon < line.count, line[colon] != UInt8(ascii: ":") { colon += 1 }
    var end = colon
    while end > 0, Self.isSpace(line[end - 1]) { end -= 1 }
    if colon == line.count {
      flaws.insert(.notAField)
    } else if end < colon {
      flaws.insert(.spaceBeforeColon)
    }
    if !Self.isToken(line.extracting(0..<end)) { flaws.insert(.notAField) }
    last = colon < line.count ? Self.name(line.extracting(0..<end)) : .other
    guard last != .other else { return }
    add(value: line.extracting(colon + 1..<line.count), isContinuation: false)
  }

  /// Says what the fields together have wrong, when the head is over.
  package mutating func finish(minorVersion: Int) {
    guard let transferEncoding else { return }
    if contentLength != .absent { flaws.insert(.codingAndLength) }
    if minorVersion == 0 { flaws.insert(.codingInOldVersion) }
    let chunked = HTTPBodyFraming.codings(transferEncoding).map { $0 == "chunked" }
    if chunked.last != true || chunked.count(where: { $0 }) > 1 { flaws.insert(.chunkedNotLast) }
  }

  private mutating func noteControls(_ line: Span<UInt8>) {
    for index in line.indices where line[index] < 0x20 || line[index] == 0x7F {
      switch line[index] {
      case UInt8(ascii: "\t"): break
      case 0x0D: flaws.insert(.bareCarriageReturn)
      default: flaws.insert(.controlInField)
      }
    }
  }

  private static func isToken(_ name: Span<UInt8>) -> Bool {
    for index in name.indices where !HTTPStartLine.isTokenByte(name[index]) { return false }
    return name.count > 0
  }

  private mutating func add(value bytes: Span<UInt8>, isContinuation: Bool) {
    guard last != .other else { return }
    var (start, end) = (0, bytes.count)
    while start < end, Self.isSpace(bytes[start]) { start += 1 }
    while end > start, Self.isSpace(bytes[end - 1]) { end -= 1 }
    let value = String(text: bytes.extracting(start..<end))
    switch last {
    case .host where !isContinuation && host != nil: flaws.insert(.severalHosts)
    case .host: host = isContinuation ? (host ?? "") + value : host ?? value
    case .contentType: contentType = isContinuation ? (contentType ?? "") + " " + value : contentType ?? value
    case .contentEncoding: Self.join(&contentEncoding, value, isContinuation)
    case .transferEncoding: Self.join(&transferEncoding, value, isContinuation)
    case .upgrade: Self.join(&upgrade, value, isContinuation)
    case .alternatives: Self.join(&alternatives, value, isContinuation)
    case .contentLength: addLength(bytes.extracting(start..<end))
    case .other: break
    }
  }

  private static func join(_ field: inout String?, _ value: String, _ isContinuation: Bool) {
    guard let old = field, !old.isEmpty else { return field = value }
    field = isContinuation || value.isEmpty ? old + value : old + ", " + value
  }

  /// A list of equal lengths counts as one of them (RFC 9112 section 6.3).
  private mutating func addLength(_ value: Span<UInt8>) {
    // An empty value says nothing, or goes on in a folded line.
    guard value.count > 0 else { return }
    var start = 0
    while start <= value.count {
      var end = start
      while end < value.count, value[end] != UInt8(ascii: ",") { end += 1 }
      let length = Self.number(value.extracting(start..<end)).map { Length.bytes($0) } ?? .invalid
      contentLength = contentLength == .absent || contentLength == length ? length : .invalid
      start = end + 1
    }
  }

  private static func number(_ digits: Span<UInt8>) -> Int64? {
    var value: Int64 = 0
    var count = 0
    for index in digits.indices where !isSpace(digits[index]) {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digits[index]) else { return nil }
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isTooLargeToo) = product.addingReportingOverflow(Int64(digits[index] - UInt8(ascii: "0")))
      guard !isTooLarge, !isTooLargeToo, sum <= Int64.max / 4 else { return nil }
      value = sum
      count += 1
    }
    return count > 0 ? value : nil
  }

  private static func name(_ name: Span<UInt8>) -> Name {
    switch name.count {
    case 4: equals(name, hostName) ? .host : .other
    case 7: equals(name, upgradeName) ? .upgrade : equals(name, alternativesName) ? .alternatives : .other
    case 12: equals(name, contentTypeName) ? .contentType : .other
    case 14: equals(name, contentLengthName) ? .contentLength : .other
    case 16: equals(name, contentEncodingName) ? .contentEncoding : .other
    case 17: equals(name, transferEncodingName) ? .transferEncoding : .other
    default: .other
    }
  }

  private static func equals(_ name: Span<UInt8>, _ lowercase: [UInt8]) -> Bool {
    for index in name.indices {
      let byte = name[index]
      let isUpper = byte &- UInt8(ascii: "A") < 26
      guard (isUpper ? byte | 0x20 : byte) == lowercase[index] else { return false }
    }
    return true
  }

  package static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private static let hostName = Array("host".utf8)
  private static let upgradeName = Array("upgrade".utf8)
  private static let alternativesName = Array("alt-svc".utf8)
  private static let contentTypeName = Array("content-type".utf8)
  private static let contentLengthName = Array("content-length".utf8)
  private static let contentEncodingName = Array("content-encoding".utf8)
  private static let transferEncodingName = Array("transfer-encoding".utf8)
}
