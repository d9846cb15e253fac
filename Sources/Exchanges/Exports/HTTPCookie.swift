import TextOutput

/// A cookie as `Set-Cookie` sets it (RFC 6265 section 5.2).
struct HTTPCookie {
  private var name: [UInt8]
  private var value: [UInt8]
  private var path: [UInt8]?
  private var domain: [UInt8]?
  /// Nanoseconds since the Unix epoch.
  private var expires: Int64?
  private var isSecure = false
  private var isHTTPOnly = false

  /// - Parameter now: when it was set, in nanoseconds since the Unix epoch; `Max-Age` counts from there.
  init(setting field: [UInt8], at now: Int64) {
    let parts = field.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    (name, value) = Self.pair(parts.first ?? [])
    var maxAge: Int64?
    for part in parts.dropFirst() {
      let (key, value) = Self.pair(part)
      let attribute = HeadField(name: part.contains(UInt8(ascii: "=")) ? key : value, value: [])
      if attribute.isNamed("path") { path = value }
      if attribute.isNamed("domain") { domain = value }
      if attribute.isNamed("secure") { isSecure = true }
      if attribute.isNamed("httponly") { isHTTPOnly = true }
      if attribute.isNamed("expires") { expires = HTTPDate.nanoseconds(String(text: value.span)) }
      if attribute.isNamed("max-age") { maxAge = Int64(String(text: value.span)) }
    }
    // It comes before `Expires` wherever it stands.
    if let maxAge {
      let limit: Int64 = 1 << 33
      expires = now &+ max(-limit, min(limit, maxAge)) * 1_000_000_000
    }
  }

  /// A name and a value around the first `=`; without one, all of it is the value.
  static func pair(_ part: ArraySlice<UInt8>) -> (name: [UInt8], value: [UInt8]) {
    guard let sign = part.firstIndex(of: UInt8(ascii: "=")) else { return ([], trim(part)) }
    return (trim(part[..<sign]), trim(part[(sign + 1)...]))
  }

  func append(to text: inout TextBuffer) {
    text.append("{\"name\":")
    text.append(jsonString: name.span)
    text.append(",\"value\":")
    text.append(jsonString: value.span)
    for (key, value) in [(",\"path\":", path), (",\"domain\":", domain)] {
      guard let value else { continue }
      text.append(key)
      text.append(jsonString: value.span)
    }
    if let expires {
      text.append(",\"expires\":")
      text.append(jsonTime: expires)
    }
    text.append(",\"httpOnly\":")
    text.append(json: isHTTPOnly)
    text.append(",\"secure\":")
    text.append(json: isSecure)
    text.append("}")
  }

  private static func trim(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let start = bytes.drop { HTTPFields.isSpace($0) }
    let count = start.reversed().drop { HTTPFields.isSpace($0) }.count
    return Array(start.prefix(count))
  }
}
