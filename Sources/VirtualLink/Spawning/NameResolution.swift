import Glibc

/// How names resolve for a program on a link: through the link, so that what a profile says of DNS applies; and whom it is
/// to believe that they bear those names.
public struct NameResolution: Sendable {
  /// The address to which queries go.
  public var nameserver: String
  /// The host's `search`, `domain` and `options` lines, where they make sense.
  public var options: [String]
  /// Who signs the certificates of a far side that bears every name; nil where the world's own authorities do.
  public var authority: TrustedAuthority?

  /// For a far side that knows all names itself.
  public init(nameserver: String) {
    self.nameserver = nameserver
    options = []
  }

  /// For a far side that asks the host's name servers.
  public init(nameserver: String, following host: HostResolver) {
    self.nameserver = nameserver
    options = host.options
  }

  /// The C library's settings, the authority, and nothing in place of the sockets by which a cache on the host would answer past the
  /// link (nscd, systemd-resolved).
  public var files: [ProgramFile] {
    let resolver = ["nameserver \(nameserver)"] + options
    var files = [ProgramFile(path: "/etc/resolv.conf", resolver.map { $0 + "\n" }.joined())]
    if let text = Sysctl.readFile("/etc/nsswitch.conf") {
      files.append(ProgramFile(path: "/etc/nsswitch.conf", Self.switched(text)))
    }
    for socket in ["/run/nscd/socket", "/run/systemd/resolve/io.systemd.Resolve"] where Self.exists(socket) {
      files.append(ProgramFile(path: socket, ""))
    }
    return files + (authority?.files ?? [])
  }

  /// nsswitch.conf(5) with hosts looked up in /etc/hosts and DNS, and all else as it was.
  static func switched(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.drop { $0 == " " || $0 == "\t" }.hasPrefix("hosts:") }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { $0 + "\n" }.joined() + "hosts: files dns\n"
  }

  private static func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0
  }
}
