public import Wire

/// A TCP port of the host that leads to a port on a link, as `--publish` names it: `8080`, `8080:80`, `0.0.0.0:8080:80`,
/// `[::1]:8080:80`.
public struct PublishedPort: Hashable, Sendable {
  /// Where the host listens: its loopback interface, by IPv4 and IPv6, unless an address is named.
  public let addresses: [IPAddress]
  /// The port of this machine.
  public let hostPort: UInt16
  /// The port on which the program listens.
  public let port: UInt16
  /// Whether the user has named the address.
  let hasOwnAddress: Bool

  /// Nil if the text is none of these forms.
  public init?(_ text: String) {
    var words = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let last = words.popLast(), let port = Self.port(last) else { return nil }
    self.port = port
    guard let hostWord = words.popLast() else {
      (addresses, hostPort, hasOwnAddress) = (Self.loopback, port, false)
      return
    }
    guard let hostPort = Self.port(hostWord) else { return nil }
    self.hostPort = hostPort
    hasOwnAddress = !words.isEmpty
    guard hasOwnAddress else {
      addresses = Self.loopback
      return
    }
    guard let address = Self.address(words.joined(separator: ":")) else { return nil }
    addresses = [address]
  }

  private static let loopback: [IPAddress] = [.v4(.loopback), .v6(.loopback)]

  private static func port(_ word: Substring) -> UInt16? {
    guard word.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(word), number > 0 else {
      return nil
    }
    return number
  }

  /// An IPv6 address stands in brackets, as in a URL.
  private static func address(_ text: String) -> IPAddress? {
    let isBracketed = text.hasPrefix("[") && text.hasSuffix("]") && text.utf8.count > 2
    guard let address = IPAddress(isBracketed ? String(text.dropFirst().dropLast()) : text) else { return nil }
    return address.isIPv6 == isBracketed ? address : nil
  }
}

extension PublishedPort: CustomStringConvertible {
  /// For the user: `127.0.0.1:8080 leads to port 80 of the link`.
  public var description: String {
    "\(Endpoint(address: addresses[0], port: hostPort)) leads to port \(port) of the link"
  }
}
