import Exchanges
import TextOutput

extension UnreadableConnections {
  /// The most names in a line.
  private static let mostNames = 3

  /// Says how many connections of TLS and QUIC could not be read, to whom, and what would make them readable; empty if there are none.
  var words: [PrintableText] {
    var lines: [PrintableText] = []
    for (kind, servers) in grouped {
      let count = servers.count
      let layer: PrintableText = kind.transport == .quic ? "QUIC" : "TLS"
      let connections: PrintableText = count == 1 ? "1 \(layer) connection" : "\(count) \(layer) connections"
      var names: [String] = []
      for server in servers where !names.contains(server) && names.count <= Self.mostNames { names.append(server) }
      let more = names.count > Self.mostNames ? " and others" : ""
      let list = names.prefix(Self.mostNames).joined(separator: ", ") + more
      lines.append("\(connections) to \(list): \(Self.explanation(kind.reason))")
    }
    let omitted = self.count - first.count
    if omitted > 0 { lines.append("\(omitted) more connections that cannot be read") }
    return lines
  }

  /// What is said of several connections at once.
  private struct Kind: Hashable {
    var reason: UnreadableConnection.Reason
    var transport: HTTPExchange.Transport

    /// The order in which it is said where the numbers are the same.
    var order: String { explanation(reason) + transport.rawValue }
  }

  /// The servers by the reason, the most frequent reason first.
  private var grouped: [(Kind, [String])] {
    Dictionary(grouping: first) { Kind(reason: $0.reason, transport: $0.transport) }.mapValues { $0.map(\.server) }
      .sorted { ($1.value.count, $0.key.order) < ($0.value.count, $1.key.order) }
  }

  private static func explanation(_ reason: UnreadableConnection.Reason) -> String {
    switch reason {
    case .noKeys:
      "no secrets are known; 'headwind run' collects them, and --keys FILE takes those that a program writes to SSLKEYLOGFILE"
    case .otherKeys:
      "the secrets that are known are of other connections; --keys FILE takes those that a program writes to SSLKEYLOGFILE"
    case .resumedSession:
      "the session was begun by another connection, which is not in the capture or was not read; the private key opens only that one"
    case .forwardSecrecy:
      "no private key opens a key exchange with forward secrecy; --keys FILE also takes the secrets that a program writes to SSLKEYLOGFILE"
    case .otherPrivateKey:
      "the private key is not the one that the server used, or the key exchange is not in the capture"
    case .wrongKeys: "the secrets that are known do not decrypt it"
    case .beginningMissing: "the capture does not have the beginning of the handshake"
    case .unsupported(let name): "\(name) is not supported"
    case .malformed: "the handshake is malformed"
    }
  }
}
