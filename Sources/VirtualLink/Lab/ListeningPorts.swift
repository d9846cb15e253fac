import Glibc

/// The TCP ports on which programs in a namespace listen.
public enum ListeningPorts {
  /// LISTEN in the kernel's tables (include/net/tcp_states.h).
  private static let listening = "0A"

  /// Whether something listens on a port, on any address.
  public static func contain(_ port: UInt16, in namespace: NetworkNamespace) -> Bool {
    let tables = try? namespace.perform {
      ["tcp", "tcp6"].compactMap { Sysctl.readFile("/proc/thread-self/net/\($0)") }
    }
    return (tables ?? []).contains { isListening(port, in: $0) }
  }

  /// Searches a table of proc_net_tcp: the second word of a line is the local address and port in hexadecimal, the fourth the state.
  static func isListening(_ port: UInt16, in table: String) -> Bool {
    table.split(separator: "\n").dropFirst().contains { line in
      let words = line.split(separator: " ")
      guard words.count > 3, words[3] == listening, let text = words[1].split(separator: ":").last else { return false }
      return UInt16(text, radix: 16) == port
    }
  }
}
