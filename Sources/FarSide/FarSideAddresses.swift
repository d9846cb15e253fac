import Glibc

/// The addresses of a far side, which are the DNS server's answer for every name.
public struct FarSideAddresses: Sendable {
  /// Four bytes in network order, or nil if the far side has no IPv4.
  public var ipv4: [UInt8]?
  /// Sixteen bytes in network order, or nil if the far side has no IPv6.
  public var ipv6: [UInt8]?

  /// Reads addresses in the usual notation.
  /// - Throws: an error that names the text that is not an address.
  public init(ipv4: String?, ipv6: String?) throws(FarSideError) {
    self.ipv4 = try Self.bytes(ipv4, family: AF_INET, count: 4)
    self.ipv6 = try Self.bytes(ipv6, family: AF_INET6, count: 16)
  }

  private static func bytes(_ text: String?, family: CInt, count: Int) throws(FarSideError) -> [UInt8]? {
    guard let text else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    // `inet_pton` writes `count` bytes: 4 for AF_INET and 16 for AF_INET6.
    guard inet_pton(family, text, &bytes) == 1 else {
      throw FarSideError(action: "use the address \"\(text)\"", reason: "it is not an IPv\(count == 4 ? 4 : 6) address")
    }
    return bytes
  }
}
