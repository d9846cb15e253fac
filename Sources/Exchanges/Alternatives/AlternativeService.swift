/// Another place where an origin can be had, as an Alt-Svc field says (RFC 7838 section 3).
package struct AlternativeService: Hashable, Sendable {
  /// The protocol (ALPN): `h3`.
  var applicationProtocol: String
  /// The host; nil for that of the origin.
  var host: String?
  /// The port.
  var port: UInt16
  /// For how long this holds, in seconds (`ma`).
  var lifetime: Int64 = 86_400

  /// Reads the value of a field; several fields are joined with commas. An entry that cannot be read is left out.
  ///
  /// - Returns: nil for `clear`, which takes back everything that was said before.
  package static func services(in value: String) -> [AlternativeService]? {
    let entries = parts(of: value, separator: ",")
    if entries.contains(where: { $0 == "clear" }) { return nil }
    return entries.compactMap(AlternativeService.init)
  }

  /// Reads `h3=":443"; ma=3600`.
  private init?(_ entry: String) {
    let parts = Self.parts(of: entry, separator: ";")
    guard let first = parts.first, let equals = first.firstIndex(of: "=") else { return nil }
    let authority = Self.unquoted(first[first.index(after: equals)...])
    guard let colon = authority.lastIndex(of: ":"), let port = UInt16(authority[authority.index(after: colon)...])
    else { return nil }
    guard let name = Self.percentDecoded(first[..<equals]) else { return nil }
    applicationProtocol = name
    self.port = port
    host = colon == authority.startIndex ? nil : authority[..<colon].lowercased()
    for part in parts.dropFirst() where part.lowercased().hasPrefix("ma=") {
      lifetime = Int64(Self.unquoted(part.dropFirst(3))) ?? lifetime
    }
  }

  /// Splits a text at a separator that is not within quotes.
  private static func parts(of text: String, separator: Unicode.Scalar) -> [String] {
    var (parts, part) = ([String](), String.UnicodeScalarView())
    var (isQuoted, isEscaped) = (false, false)
    for scalar in text.unicodeScalars {
      if scalar == separator, !isQuoted {
        parts.append(trimmed(part))
        part = String.UnicodeScalarView()
        continue
      }
      if scalar == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && scalar == "\\" && !isEscaped
      part.append(scalar)
    }
    parts.append(trimmed(part))
    return parts.filter { !$0.isEmpty }
  }

  private static func trimmed(_ text: String.UnicodeScalarView) -> String {
    let isBlank = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" }
    let start = text.drop(while: isBlank)
    guard let end = start.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(Substring(start[...end]))
  }

  private static func unquoted(_ text: some StringProtocol) -> String {
    guard text.utf8.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return String(text) }
    var unescaped = String.UnicodeScalarView()
    unescaped.append(contentsOf: text.unicodeScalars.dropFirst().dropLast().filter { $0 != "\\" })
    return String(unescaped)
  }

  /// Protocols are percent-encoded where they are no tokens (section 3): `w%3Dx%3Ay`.
  private static func percentDecoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, let value = UInt8(String(Substring(digits)), radix: 16) else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
