/// The path and the query of a request target in origin or absolute form (RFC 9112 section 3.2).
struct RequestTarget {
  /// The path, percent-decoded.
  var path: String
  /// The fields of the query in order, decoded like forms: `+` is a space.
  var fields: [(name: String, value: String)]
  /// The query as sent.
  var rawQuery: String

  init(_ target: String) {
    let rest = Self.withoutAuthority(target)
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = Self.decode(parts[0], plusIsSpace: false)
    rawQuery = parts.count > 1 ? String(parts[1]) : ""
    fields = rawQuery.split(separator: "&").map { field in
      let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (
        Self.decode(pair[0], plusIsSpace: true), pair.count > 1 ? Self.decode(pair[1], plusIsSpace: true) : ""
      )
    }
  }

  /// The value of the first field with this name.
  func value(_ name: String) -> String? {
    fields.first { $0.name == name }?.value
  }

  /// `http://search.example/status/503` asks for `/status/503`.
  private static func withoutAuthority(_ target: String) -> Substring {
    guard !target.hasPrefix("/"), let colon = target.firstIndex(of: ":"), target[colon...].hasPrefix("://") else {
      return target[...]
    }
    let authority = target[colon...].dropFirst(3)
    return authority.firstIndex { $0 == "/" || $0 == "?" }.map { authority[$0...] } ?? "/"
  }

  /// Percent-decodes a text. A `%` without two hexadecimal digits after it stays as it is.
  private static func decode(_ text: Substring, plusIsSpace: Bool) -> String {
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%"), index + 2 < bytes.count, let high = hexDigit(bytes[index + 1]),
        let low = hexDigit(bytes[index + 2])
      {
        decoded.append(high << 4 | low)
        index += 3
        continue
      }
      decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      index += 1
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}
