/// What the host's resolv.conf(5) says.
public struct HostResolver: Hashable, Sendable {
  /// The name servers' addresses, in order.
  public var nameservers: [String]
  /// The `search`, `domain` and `options` lines.
  public var options: [String]

  /// Reads the text of a resolv.conf. Without a `nameserver` line, 127.0.0.1 is used, as the C library does.
  public init(text: String) {
    var nameservers: [String] = []
    var options: [String] = []
    for line in text.split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == "\t" }
      switch words.first {
      case "nameserver": if words.count > 1 { nameservers.append(String(words[1])) }
      case "search", "domain", "options": options.append(words.joined(separator: " "))
      default: break
      }
    }
    self.nameservers = nameservers.isEmpty ? ["127.0.0.1"] : nameservers
    self.options = options
  }

  /// The resolver settings of the host.
  public static func current() -> HostResolver {
    HostResolver(text: Sysctl.readFile("/etc/resolv.conf") ?? "")
  }
}
