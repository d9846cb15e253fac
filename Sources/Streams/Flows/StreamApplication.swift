import Wire

/// The protocol that a TCP conversation speaks.
public enum StreamApplication: Hashable, Sendable {
  /// Not known yet: the beginning of each packet is looked at.
  case unknown
  /// HTTP/1.
  case http
  /// HTTP/2.
  case http2
  /// TLS.
  case tls
  /// WebSocket.
  case webSocket
  /// JSON documents without HTTP.
  case json
  /// A protocol that a table above this module knows, by its place there.
  case declared(Int)
  /// The handshake with a proxy, after which the conversation is looked at anew.
  case socks
  /// Bytes of which no protocol is to be read, because the user said so.
  case data

  /// By Wireshark's name, as for "decode as".
  package init?(name: String) {
    switch name {
    case "http": self = .http
    case "http2": self = .http2
    case "tls", "ssl": self = .tls
    case "websocket": self = .webSocket
    case "json": self = .json
    case "data": self = .data
    default: return nil
    }
  }
}

/// What the user says that the conversations on some TCP ports speak.
public struct PortApplications: Hashable, Sendable {
  private var applications: [UInt16: StreamApplication] = [:]

  /// Says nothing of any port yet.
  public init() {}

  package subscript(port: UInt16) -> StreamApplication? {
    get { applications[port] }
    set { applications[port] = newValue }
  }

  /// What a conversation speaks by its ports; the port of the end that was called counts first.
  package subscript(identity: FlowIdentity) -> StreamApplication? {
    applications.isEmpty ? nil : applications[identity.second.port] ?? applications[identity.first.port]
  }
}

/// What bytes tell of their protocol.
package enum Recognition {
  case yes, no
  /// They may be its beginning.
  case maybe
}
