import Wire

/// URLs and their parts, as far as exports need them (RFC 3986).
enum URLText {
  /// The absolute URL of a request, with what may not be in one percent-encoded.
  static func absolute(_ exchange: HTTPExchange) -> String {
    guard let url = exchange.url else {
      return exchange.failure == nil ? "http://\(exchange.server)/" : failed(exchange)
    }
    // The target of CONNECT is no URL by itself.
    let text = url.contains("://") ? url : "http://\(url)/"
    guard !text.utf8.allSatisfy({ isAllowed($0) }) else { return text }
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      if isAllowed(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// What a client wanted to reach, as far as it can be a URL.
  private static func failed(_ exchange: HTTPExchange) -> String {
    let scheme = exchange.security == nil ? "http" : "https"
    let host = exchange.destination.utf8.filter { isAllowed($0) && $0 != UInt8(ascii: "/") }
    return "\(scheme)://\(String(decoding: host, as: UTF8.self))/"
  }

  /// The pairs of a target's query, decoded.
  static func query(_ target: String) -> [(name: [UInt8], value: [UInt8])] {
    let bytes = Array(target.utf8)
    guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else { return [] }
    return pairs(bytes[(mark + 1)...].prefix { $0 != UInt8(ascii: "#") })
  }

  /// The pairs of `application/x-www-form-urlencoded`, decoded.
  static func pairs(_ text: ArraySlice<UInt8>) -> [(name: [UInt8], value: [UInt8])] {
    text.split(separator: UInt8(ascii: "&")).map { part in
      guard let sign = part.firstIndex(of: UInt8(ascii: "=")) else { return (decode(part), []) }
      return (decode(part[..<sign]), decode(part[(sign + 1)...]))
    }
  }

  private static func decode(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == UInt8(ascii: "%"), index + 2 < text.endIndex, let high = value(text[index + 1]),
        let low = value(text[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(text[index] == UInt8(ascii: "+") ? 0x20 : text[index])
        index += 1
      }
    }
    return result
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x37
    case 0x61...0x66: digit - 0x57
    default: nil
    }
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x61...0x7A, 0x41...0x5A, 0x30...0x39: true
    case 0x21, 0x23...0x2F, 0x3A, 0x3B, 0x3D, 0x3F, 0x40, 0x5B, 0x5D, 0x5F, 0x7E: true
    default: false
    }
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
}
