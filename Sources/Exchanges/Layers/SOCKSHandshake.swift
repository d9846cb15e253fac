import Wire

/// The handshake of SOCKS 5 (RFC 1928; RFC 1929 for a user's name and password), or of SOCKS 4 and 4a (Ying-Da Lee, "SOCKS: A protocol for TCP
/// proxy across firewalls"), in which a client asks a proxy for a connection.
///
/// Both directions are taken in any pieces. Each message is read when it is its sender's turn and all of it is there; what comes after
/// the proxy's answer belongs to the connection that was asked for.
package struct SOCKSHandshake: Sendable {
  package static let version: UInt8 = 5
  /// The version before, in which a client says all in one message.
  package static let oldVersion: UInt8 = 4
  /// The longest handshake of a direction that is kept, in bytes; a name has 255 at most.
  private static let limit = 1024

  /// What comes next.
  package enum Step: Sendable {
    case methods, choice, credentials, verdict, request, reply
    /// The two messages of SOCKS 4.
    case oldRequest, oldReply
    /// The connection stands, and its bytes follow.
    case open
    /// The proxy has refused, or what was said is no SOCKS.
    case failed
  }

  package private(set) var step = Step.methods
  /// Where the client wants to go: `x.example:443`.
  package private(set) var target: String?
  private var client: [UInt8] = []
  private var proxy: [UInt8] = []

  /// - Parameter version: the first byte of the client.
  package init(version: UInt8) {
    if version == Self.oldVersion { step = .oldRequest }
  }

  package var heldBytes: Int { client.count + proxy.count }

  /// True if bytes are a client's first message, and nothing else: the methods of authentication that it knows, or a request of SOCKS 4.
  package static func isGreeting(_ bytes: Span<UInt8>) -> Bool {
    if bytes.count > oldHeader, bytes[0] == oldVersion {
      return 1...2 ~= bytes[1] && bytes.uint16(at: 2) != 0 && oldRequestLength(bytes) == bytes.count
    }
    guard bytes.count >= 3, bytes[0] == version, bytes.count == 2 + Int(bytes[1]) else { return false }
    // Those that IANA has registered, and private ones.
    for index in 2..<bytes.count where bytes[index] > 9 && bytes[index] < 0x80 { return false }
    return true
  }

  /// Takes bytes of a side; gives how many of them, at their end, belong to the connection that the proxy has made.
  package mutating func take(_ bytes: Span<UInt8>, isClient: Bool) -> Int {
    if isClient { client.append(bytes) } else { proxy.append(bytes) }
    guard max(client.count, proxy.count) <= Self.limit + bytes.count else {
      step = .failed
      return 0
    }
    while let length = length { advance(length) }
    guard step == .open else { return 0 }
    defer { (client, proxy) = ([], []) }
    return min(bytes.count, isClient ? client.count : proxy.count)
  }

  /// Bytes of it are missing.
  package mutating func fail() {
    step = .failed
    (client, proxy) = ([], [])
  }

  private var isClientsTurn: Bool { [.methods, .credentials, .request, .oldRequest].contains(step) }

  /// The length of the message whose turn it is; nil if it is not all there, or there is none.
  private var length: Int? {
    let message = isClientsTurn ? client : proxy
    let length: Int?
    switch step {
    case .methods: length = message.count > 1 ? 2 + Int(message[1]) : nil
    case .choice, .verdict: length = 2
    case .credentials:
      let name = message.count > 1 ? 2 + Int(message[1]) : .max
      length = message.count > name ? name + 1 + Int(message[name]) : nil
    case .request, .reply: length = Self.addressEnd(message).map { $0 + 2 }
    case .oldRequest: length = Self.oldRequestLength(message.span)
    case .oldReply: length = Self.oldHeader
    case .open, .failed: return nil
    }
    guard let length, message.count >= length else { return nil }
    return length
  }

  /// The length of the part of SOCKS 4's messages that is always there: version, command or code, port and address.
  private static let oldHeader = 8

  /// The length of a request of SOCKS 4 with the user's name, and in SOCKS 4a the host's, each with a zero behind it; nil if it is not all there.
  private static func oldRequestLength(_ message: Span<UInt8>) -> Int? {
    guard let user = end(of: oldHeader, message) else { return nil }
    return hasName(message) ? end(of: user, message) : user
  }

  /// True if the address of a request of SOCKS 4 is 0.0.0.x, which stands for a name (SOCKS 4a).
  package static func hasName(_ message: Span<UInt8>) -> Bool {
    message.count >= oldHeader && message.uint32(at: 4) >> 8 == 0 && message[7] != 0
  }

  /// Where the text that begins at an offset ends, with its zero.
  package static func end(of start: Int, _ message: Span<UInt8>) -> Int? {
    var end = start
    while end < message.count, message[end] != 0 { end += 1 }
    return end < message.count ? end + 1 : nil
  }

  /// Where the address of a request or reply ends, if that is known.
  private static func addressEnd(_ message: [UInt8]) -> Int? {
    guard message.count > 4 else { return nil }
    switch message[3] {
    case 1: return 8
    case 3: return 5 + Int(message[4])
    case 4: return 20
    default: return 4
    }
  }

  private mutating func advance(_ length: Int) {
    let message = Array((isClientsTurn ? client : proxy).prefix(length))
    if isClientsTurn { client.removeFirst(length) } else { proxy.removeFirst(length) }
    // The version of the authentication by name and password is 1.
    let version: UInt8 =
      switch step {
      case .credentials, .verdict: 1
      case .oldRequest: Self.oldVersion
      case .oldReply: 0
      default: Self.version
      }
    guard message[0] == version || step == .verdict else { return step = .failed }
    switch step {
    case .methods: step = .choice
    case .choice: step = message[1] == 0 ? .request : message[1] == 2 ? .credentials : .failed
    case .credentials: step = .verdict
    case .verdict: step = message[1] == 0 ? .request : .failed
    case .request:
      target = Self.target(message)
      // BIND and UDP ASSOCIATE have no tunnel of their own.
      step = message[1] == 1 && target != nil ? .reply : .failed
    case .reply: step = message[1] == 0 ? .open : .failed
    case .oldRequest:
      target = Self.oldTarget(message.span)
      step = message[1] == 1 && target != nil ? .oldReply : .failed
    case .oldReply: step = message[1] == 90 ? .open : .failed
    case .open, .failed: break
    }
  }

  private static func oldTarget(_ message: Span<UInt8>) -> String? {
    let port = message.uint16(at: 2)
    guard hasName(message) else { return "\(IPv4Address(rawValue: message.uint32(at: 4))):\(port)" }
    guard let user = end(of: oldHeader, message), let name = end(of: user, message) else { return nil }
    let bytes = (user..<name - 1).map { message[$0] }
    return "\(String(decoding: bytes, as: UTF8.self)):\(port)"
  }

  private static func target(_ message: [UInt8]) -> String? {
    guard let end = addressEnd(message), message.count == end + 2 else { return nil }
    let bytes = message.span
    let port = bytes.uint16(at: end)
    switch message[3] {
    case 1: return "\(IPv4Address(rawValue: bytes.uint32(at: 4))):\(port)"
    case 3: return "\(String(decoding: message[5..<end], as: UTF8.self)):\(port)"
    case 4: return "[\(IPv6Address(high: bytes.uint64(at: 4), low: bytes.uint64(at: 12)))]:\(port)"
    default: return nil
    }
  }
}
