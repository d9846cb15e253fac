import TLS
import Wire

/// What the first bytes of a client say about its connection. They are untrusted.
package enum ClientGreeting: Hashable {
  /// More bytes are needed.
  case incomplete
  case hello(TLSWish)
  /// It cannot be inspected.
  case other(PassReason)

  /// A ClientHello with post-quantum keys has about 1,800 bytes.
  private static let longestHello = 32 << 10
  /// Some clients split their hello into several records on purpose.
  private static let mostRecords = 32
  private static let recordHeader = 5
  private static let messageHeader = 4
  private static let longestRecord = 1 << 14
  /// The most bytes that can be needed.
  package static let mostBytes = longestHello + messageHeader + longestRecord + mostRecords * recordHeader

  package init(_ bytes: [UInt8]) {
    self = Self.read(bytes)
  }

  private static func read(_ bytes: [UInt8]) -> ClientGreeting {
    let handshake: [UInt8] = [22, 3]
    guard zip(bytes, handshake).allSatisfy(==) else { return .other(.isNotTLS) }
    var message: [UInt8] = []
    var start = 0
    for _ in 0..<mostRecords {
      guard bytes.count - start >= recordHeader else { return .incomplete }
      guard bytes[start...].starts(with: handshake) else { return .other(.isNotTLS) }
      let end = start + recordHeader + Int(bytes[start + 3]) << 8 + Int(bytes[start + 4])
      guard end > start + recordHeader, end - start <= recordHeader + longestRecord else { return .other(.isNotTLS) }
      guard end <= bytes.count else { return .incomplete }
      message += bytes[(start + recordHeader)..<end]
      start = end
      guard message.count >= messageHeader else { continue }
      let length = Int(message[1]) << 16 + Int(message[2]) << 8 + Int(message[3])
      guard message[0] == 1, length <= longestHello else { return .other(.isNotTLS) }
      guard message.count < messageHeader + length else {
        return hello(message[messageHeader..<(messageHeader + length)])
      }
    }
    return .other(.helloUnreadable)
  }

  private static func hello(_ bytes: ArraySlice<UInt8>) -> ClientGreeting {
    let bytes = Array(bytes)
    let body = bytes.span
    guard let hello = try? ClientHello(body) else { return .other(.helloUnreadable) }
    let hasHiddenName = hello.extensions.contains(.encryptedClientHello)
    guard let name = hello.extensions.serverName(body).flatMap(ServerName.init) else {
      return .other(hasHiddenName ? .hidesItsName : .hasNoName)
    }
    let versions = Set(hello.versions(body)).intersection([.tls12, .tls13])
    guard let lowest = versions.min(), let highest = versions.max() else { return .other(.isTooOld) }
    let offered = hello.extensions.applicationProtocols(body)
    let protocols = offered.filter { TLSWish.known.contains($0) }
    if let other = offered.first, protocols.isEmpty { return .other(.speaks(other)) }
    return .hello(
      TLSWish(name: name.text, protocols: protocols, allowsTLS12: lowest == .tls12, allowsTLS13: highest == .tls13))
  }
}

/// What a client asks for in its ClientHello.
package struct TLSWish: Hashable, Sendable {
  /// The protocols that can be mirrored (ALPN, RFC 7301).
  static let known = ["h2", "http/1.1"]

  /// The server's name, in lower case.
  package var name: String
  /// Those of `known` that it offers, in the order of its preference; empty if it offers none.
  var protocols: [String]
  var allowsTLS12 = true
  var allowsTLS13 = true
}

/// A DNS name that a certificate can be for.
package struct ServerName: Hashable {
  /// The name in lower case, without a final dot.
  package let text: String

  /// Nil for an IP address and for anything else that is no name of a host.
  package init?(_ text: String) {
    let text = (text.last == "." ? String(text.dropLast()) : text).lowercased()
    let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard text.utf8.count <= 253, let top = labels.last else { return nil }
    let isHostName = labels.allSatisfy { label in
      (1...63).contains(label.count)
        && label.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "_"):
            true
          default: false
          }
        }
    }
    // The last label of an IPv4 address is a number, and no top-level domain is.
    guard isHostName, !top.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    self.text = text
  }
}
