import Streams

/// How a protocol divides a stream into messages, each of which begins with its length.
struct StreamFraming: Sendable {
  /// Dissects whole messages.
  let dissector: Dissector
  /// The TCP ports whose conversations speak the protocol.
  let ports: [UInt16]
  /// The ports on which it is inside TLS.
  let securePorts: [UInt16]
  /// The names by which the ends of a TLS connection agree on it (ALPN, RFC 7301).
  let applicationProtocols: [String]
  /// The length of a message, by its first bytes: fourteen, or fewer if more have not come yet.
  let length: @Sendable (_ header: [UInt8]) -> MessageLength

  init(
    dissector: Dissector, ports: [UInt16] = [], securePorts: [UInt16] = [], applicationProtocols: [String] = [],
    length: @escaping @Sendable (_ header: [UInt8]) -> MessageLength
  ) {
    self.dissector = dissector
    self.ports = ports
    self.securePorts = securePorts
    self.applicationProtocols = applicationProtocols
    self.length = length
  }
}

extension StreamApplication {
  /// What a conversation speaks by its ports.
  init?(_ identity: FlowIdentity, isSecure: Bool) {
    self.init(where: { framing in (isSecure ? framing.securePorts : framing.ports).contains { identity.hasPort($0) } })
  }

  /// What the ends of a TLS connection have agreed on.
  init?(applicationProtocol name: String) {
    if name == "h2" {
      self = .http2
    } else {
      self.init(where: { $0.applicationProtocols.contains(name) })
    }
  }

  /// By the name for "decode as", of the protocols that are declared and of the others.
  init?(decodeAs name: String) {
    if let known = StreamApplication(name: name) {
      self = known
    } else {
      self.init(where: { $0.dissector.name == name })
    }
  }

  /// The declared protocol that fits.
  private init?(where fits: (StreamFraming) -> Bool) {
    guard let index = ProtocolRegistry.framings.firstIndex(where: fits) else { return nil }
    self = .declared(index)
  }
}
