import Glibc

/// How names are resolved for a program on a link, and which authority it trusts. Names are resolved through the
/// link, so that the profile's DNS conditions apply.
public struct NameResolution: Sendable {
  /// The address of the name server.
  public var nameserver: String
  /// The host's `search`, `domain` and `options` lines, if they apply on the link.
  public var options: [String]
  /// Whether every name leads to the far side, including names that the host's /etc/hosts maps to other addresses.
  public var knowsAllNames = false
  /// Further lines of hosts(5): the names that are looked up there before any name server is asked.
  public var knownHosts: [String] = []
  /// Further variables that tell the program of the network, such as those of proxies.
  public var variables: [(name: String, value: String)] = []
  /// The authority that signs the certificates that the program meets; nil if only the public authorities apply.
  public var authority: TrustedAuthority?

  /// Settings for a far side that answers queries for all names itself.
  public init(nameserver: String) {
    self.nameserver = nameserver
    options = []
    knowsAllNames = true
  }

  /// Settings for a far side that forwards queries to the host's name servers.
  public init(nameserver: String, following host: HostResolver) {
    self.nameserver = nameserver
    options = host.options
  }

  /// The files of the C library's resolver and of the authority. They also hide the sockets of caches on the host
  /// (nscd, systemd-resolved), which would otherwise answer without using the link.
  /// - Parameter command: the program that sees the files. The location of a Java trust store depends on it.
  public func files(for command: ProgramCommand) -> [ProgramFile] {
    let resolver = ["nameserver \(nameserver)"] + options
    var files = [ProgramFile(path: "/etc/resolv.conf", resolver.map { $0 + "\n" }.joined())]
    if let text = Sysctl.readFile("/etc/nsswitch.conf") {
      files.append(ProgramFile(path: "/etc/nsswitch.conf", Self.switched(text)))
    }
    if knowsAllNames, Self.exists("/etc/hosts") {
      let known = knownHosts.map { $0 + "\n" }.joined()
      files.append(ProgramFile(path: "/etc/hosts", Self.hosts(of: Self.hostName) + known))
    }
    for socket in ["/run/nscd/socket", "/run/systemd/resolve/io.systemd.Resolve"] where Self.exists(socket) {
      files.append(ProgramFile(path: socket, ""))
    }
    return files + (authority?.files(for: command) ?? [])
  }

  /// A hosts(5) file in which this machine's own names lead to the loopback interface on the link.
  /// - Parameter name: the result of gethostname(2).
  static func hosts(of name: String) -> String {
    var lines = ["127.0.0.1 localhost", "::1 localhost ip6-localhost ip6-loopback"]
    let isWord = !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x23 }
    // The machine's name gets an address of its own, as on Debian, so that a reverse lookup of 127.0.0.1 yields
    // "localhost".
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

  /// An nsswitch.conf(5) that looks up hosts in /etc/hosts and DNS, and is otherwise unchanged.
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
