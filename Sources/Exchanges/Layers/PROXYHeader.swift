import Streams
import TextOutput
public import Wire

/// The ends of the connection for which a proxy has opened its own, as the proxy says them.
public struct ProxiedEnds: Hashable, Sendable {
  /// The client's address and port.
  public var client: Endpoint
  /// The address and port that the client connected to.
  public var server: Endpoint
}

/// The header of the PROXY protocol, versions 1 and 2, which a proxy sends before the bytes of its client
/// (haproxy.org/download/3.0/doc/proxy-protocol.txt, sections 2.1 and 2.2).
struct PROXYHeader {
  /// The first bytes of version 2.
  private static let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]
  /// The first bytes of version 1.
  private static let lines = ["PROXY TCP4 ", "PROXY TCP6 ", "PROXY UNKNOWN"].map { Array($0.utf8) }
  /// The longest line of version 1, its end included.
  private static let longestLine = 107

  /// Its length in bytes.
  let length: Int
  /// The ends; nil where the proxy speaks for itself, or does not know them.
  let ends: ProxiedEnds?

  /// Tells a header by its first bytes.
  static func recognize(_ bytes: Span<UInt8>) -> Recognition {
    let beginnings = lines + [signature]
    let matching = beginnings.filter { beginning in
      (0..<min(bytes.count, beginning.count)).allSatisfy { bytes[$0] == beginning[$0] }
    }
    if matching.contains(where: { bytes.count >= $0.count }) { return .yes }
    return matching.isEmpty ? .no : .maybe
  }

  /// Reads a header.
  /// - Returns: nil if more bytes must come.
  /// - Throws: `Malformed` if it is none.
  static func read(_ bytes: Span<UInt8>) throws(Malformed) -> PROXYHeader? {
    bytes.count > 0 && bytes[0] == signature[0] ? try readBinary(bytes) : try readLine(bytes)
  }

  /// It is not what the specification allows.
  struct Malformed: Error {}

  private static func readLine(_ bytes: Span<UInt8>) throws(Malformed) -> PROXYHeader? {
    var end = 0
    while end + 1 < bytes.count, end + 2 <= longestLine, bytes[end] != 0x0D || bytes[end + 1] != 0x0A { end += 1 }
    guard end + 2 <= longestLine else { throw Malformed() }
    guard end + 1 < bytes.count else { return nil }
    let words = String(text: bytes.extracting(0..<end)).split(separator: " ", omittingEmptySubsequences: false)
    guard words.count > 1, words[1] != "UNKNOWN" else { return PROXYHeader(length: end + 2, ends: nil) }
    guard words.count == 6, let client = endpoint(words[2], words[4]), let server = endpoint(words[3], words[5]) else {
      throw Malformed()
    }
    return PROXYHeader(length: end + 2, ends: ProxiedEnds(client: client, server: server))
  }

  private static func endpoint(_ address: Substring, _ port: Substring) -> Endpoint? {
    guard let address = IPAddress(String(address)), let port = UInt16(port) else { return nil }
    return Endpoint(address: address, port: port)
  }

  private static func readBinary(_ bytes: Span<UInt8>) throws(Malformed) -> PROXYHeader? {
    guard bytes.count >= 16 else { return nil }
    guard bytes[12] >> 4 == 2, bytes[12] & 15 <= 1 else { throw Malformed() }
    let length = 16 + Int(bytes.uint16(at: 14))
    guard bytes.count >= length else { return nil }
    // LOCAL (0) is a connection of the proxy's own. Of the families, 1 and 2 are IPv4 and IPv6.
    let isProxied = bytes[12] & 15 == 1
    switch bytes[13] >> 4 {
    case 1 where isProxied && length >= 28:
      let client = Endpoint(address: .v4(IPv4Address(rawValue: bytes.uint32(at: 16))), port: bytes.uint16(at: 24))
      let server = Endpoint(address: .v4(IPv4Address(rawValue: bytes.uint32(at: 20))), port: bytes.uint16(at: 26))
      return PROXYHeader(length: length, ends: ProxiedEnds(client: client, server: server))
    case 2 where isProxied && length >= 52:
      let client = Endpoint(
        address: .v6(IPv6Address(high: bytes.uint64(at: 16), low: bytes.uint64(at: 24))), port: bytes.uint16(at: 48))
      let server = Endpoint(
        address: .v6(IPv6Address(high: bytes.uint64(at: 32), low: bytes.uint64(at: 40))), port: bytes.uint16(at: 50))
      return PROXYHeader(length: length, ends: ProxiedEnds(client: client, server: server))
    default: return PROXYHeader(length: length, ends: nil)
    }
  }
}
