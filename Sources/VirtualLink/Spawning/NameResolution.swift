import Glibc

/// How names resolve for a program on a link: through the link, so that what a profile says of DNS applies; and whom it is
/// to believe that they bear those names.
public struct NameResolution: Sendable {
  /// The address to which queries go.
  public var nameserver: String
  /// The host's `search`, `domain` and `options` lines, where they make sense.
  public var options: [String]
  /// Whether the far side bears every name, those too that the host's /etc/hosts knows another way to.
  public var knowsAllNames = false
  /// Who signs the certificates of a far side that bears every name; nil where the world's own authorities do.
  public var authority: TrustedAuthority?

  /// For a far side that knows all names itself.
  public init(nameserver: String) {
    self.nameserver = nameserver
    options = []
    knowsAllNames = true
  }

  /// For a far side that asks the host's name servers.
  public init(nameserver: String, following host: HostResolver) {
    self.nameserver = nameserver
    options = host.options
  }

  /// The C library's settings, the authority, and nothing in place of the sockets by which a cache on the host would answer past the
  /// link (nscd, systemd-resolved).
  /// - Parameter command: what is to see them: where a Java runtime has its trust store depends on that.
  public func files(for command: ProgramCommand) -> [ProgramFile] {
    let resolver = ["nameserver \(nameserver)"] + options
    var files = [ProgramFile(path: "/etc/resolv.conf", resolver.map { $0 + "\n" }.joined())]
    if let text = Sysctl.readFile("/etc/nsswitch.conf") {
      files.append(ProgramFile(path: "/etc/nsswitch.conf", Self.switched(text)))
    }
    if knowsAllNames, Self.exists("/etc/hosts") {
      files.append(ProgramFile(path: "/etc/hosts", Self.hosts(of: Self.hostName)))
    }
    for socket in ["/run/nscd/socket", "/run/systemd/resolve/io.systemd.Resolve"] where Self.exists(socket) {
      files.append(ProgramFile(path: socket, ""))
    }
    return files + (authority?.files(for: command) ?? [])
  }

  /// hosts(5) with this machine's own names, which lead to itself: on the link, to the loopback interface there.
  /// - Parameter name: what gethostname(2) says.
  static func hosts(of name: String) -> String {
    var lines = ["127.0.0.1 localhost", "::1 localhost ip6-localhost ip6-loopback"]
    let isWord = !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x23 }
    // A name of its own address, as Debian has it: who asks for the name of 127.0.0.1 hears "localhost".
    if isWord, name != "localhost" {
      let short = name.prefix { $0 != "." }
      lines.append("127.0.1.1 " + (short.isEmpty || short == name ? name : "\(name) \(short)"))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static var hostName: String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
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
