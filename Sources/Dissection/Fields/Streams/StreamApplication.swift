/// The protocol that a TCP conversation speaks.
enum StreamApplication: Equatable {
  /// Not known yet: what each packet begins with is looked at.
  case unknown
  case http
  case tls
  case webSocket
  case dns
  case json
  /// What somebody who decodes it so wants left alone.
  case data

  /// By Wireshark's name, as for "decode as".
  init?(name: String) {
    switch name {
    case "http": self = .http
    case "tls", "ssl": self = .tls
    case "websocket": self = .webSocket
    case "dns": self = .dns
    case "json": self = .json
    case "data": self = .data
    default: return nil
    }
  }
}
