import Exchanges
import TextOutput

extension UnreadableConnections {
  /// The most names in a line.
  private static let mostNames = 3

  /// Says how many TLS connections could not be read, to whom, and what would make them readable; empty if there are none.
  var words: [PrintableText] {
    var lines: [PrintableText] = []
    for (reason, servers) in grouped {
      let count = servers.count
      let connections = count == 1 ? "1 TLS connection" : "\(count) TLS connections"
      var names: [String] = []
      for server in servers where !names.contains(server) && names.count <= Self.mostNames { names.append(server) }
      let more = names.count > Self.mostNames ? " and others" : ""
      let list = names.prefix(Self.mostNames).joined(separator: ", ") + more
      lines.append("\(connections) to \(list): \(Self.explanation(reason))")
    }
    let omitted = self.count - first.count
    if omitted > 0 { lines.append("\(omitted) more TLS connections that cannot be read") }
    return lines
  }

  /// The servers by the reason, the most frequent reason first.
  private var grouped: [(UnreadableConnection.Reason, [String])] {
    Dictionary(grouping: first, by: \.reason).mapValues { $0.map(\.server) }
      .sorted { ($1.value.count, Self.explanation($0.key)) < ($0.value.count, Self.explanation($1.key)) }
  }

  private static func explanation(_ reason: UnreadableConnection.Reason) -> String {
    switch reason {
    case .noKeys:
      "no secrets are known; 'headwind run' collects them, and --keys FILE takes those that a program writes to SSLKEYLOGFILE"
    case .wrongKeys: "the secrets that are known do not decrypt it"
    case .beginningMissing: "the capture does not have the beginning of the handshake"
    case .unsupported(let name): "\(name) is not supported"
    case .malformed: "the handshake is malformed"
    }
  }
}
