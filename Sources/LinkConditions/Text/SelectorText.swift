internal import Wire

/// The values of selectors as words.
enum SelectorText {
  static func direction(_ text: String) -> LinkDirection? {
    switch text.lowercased() {
    case "up", "uplink": .uplink
    case "down", "downlink": .downlink
    default: nil
    }
  }

  /// `443`, `8000..8999`.
  static func ports(_ text: String) -> ClosedRange<UInt16>? {
    guard let range = (try? PacketNumbersText.numbers(text))?.ranges, range.count == 1,
      let first = UInt16(exactly: range[0].lowerBound), let last = UInt16(exactly: range[0].upperBound)
    else { return nil }
    return first...last
  }

  static func ports(_ ports: ClosedRange<UInt16>) -> String {
    ports.count == 1 ? "\(ports.lowerBound)" : "\(ports.lowerBound)..\(ports.upperBound)"
  }

  /// `192.0.2.1`, `192.0.2.0/24`, `2001:db8::/32`.
  static func block(_ text: String) -> AddressBlock? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let address = IPAddress(String(parts[0])) else { return nil }
    guard parts.count == 2 else {
      return AddressBlock(address, prefix: address.isIPv6 ? 128 : 32, text: text)
    }
    guard let prefix = Int(parts[1]), prefix >= 0, parts[1].allSatisfy(\.isNumber) else { return nil }
    return AddressBlock(address, prefix: prefix, text: text)
  }

  /// `h3`, `http/1.1`: an identifier that can be written without escapes; RFC 7301 section 6 allows any bytes.
  static func alpn(_ text: String) -> String? {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789-._/+".unicodeScalars.contains($0))
    }
    return (1...255).contains(text.utf8.count) && isPlain ? text : nil
  }

  /// The keys and values that `SelectionReader` reads.
  static func pairs(_ selector: PacketSelector) -> [(String, String)] {
    var pairs: [(String, String)] = []
    if let transport = selector.transport { pairs.append(("protocol", transport.rawValue)) }
    if let ports = selector.ports { pairs.append(("port", self.ports(ports))) }
    if let network = selector.network { pairs.append(("address", "\"\(network.text)\"")) }
    if let host = selector.host { pairs.append(("host", "\"\(host.text)\"")) }
    if selector.isQUIC { pairs.append(("quic", "true")) }
    if let name = selector.serverName { pairs.append(("server-name", "\"\(name.text)\"")) }
    if let alpn = selector.applicationProtocol { pairs.append(("alpn", "\"\(alpn)\"")) }
    if let direction = selector.direction { pairs.append(("direction", direction == .uplink ? "up" : "down")) }
    if let first = selector.first { pairs.append(("first", "\(first) packets")) }
    return pairs
  }
}
