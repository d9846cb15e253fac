import CLinux
import Glibc
import Wire

/// `pasta` (passt.top) between the far side and the host. It translates the client's connections to ordinary sockets
/// of the host, so it needs no privileges there and does not change the host's configuration.
///
/// It is given the client's addresses as those of its "guest", and its interface in the far side has no address. So
/// addresses are translated only once. It runs in a process tree that cannot outlive Headwind: it drops its
/// privileges, so the kernel could not send it a signal when its parent dies.
final class PastaUplink: Sendable {
  private static let interface = "t0"
  private static let paths = ["/usr/bin/pasta", "/usr/local/bin/pasta", "/bin/pasta"]
  private let helpers: ProcessTree
  private let watch: HelperWatch

  /// Whether `pasta` is installed.
  static var isInstalled: Bool { paths.contains { access($0, X_OK) == 0 } }

  init(
    topology: LinkTopology, isRootless: Bool, helpers: ProcessTree,
    onFailure: @escaping @Sendable (LinkError) -> Void
  ) throws {
    self.helpers = helpers
    guard access("/dev/net/tun", R_OK | W_OK) == 0 else {
      throw LinkError(
        "cannot open /dev/net/tun, which pasta needs: \(systemMessage(errno))",
        remedy: "as root: chmod 0666 /dev/net/tun, or use --private")
    }
    let output = try Descriptor.memoryFile("pasta")
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard null >= 0 else { throw LinkError("open /dev/null", errno: errno) }
    let nothing = Descriptor(owning: null)
    let program: Program
    do {
      // The namespace is passed as standard input, the only descriptor that pasta keeps open. It cannot use a path
      // under /proc/PID, because it has no access to it after dropping its privileges.
      program = try Program(
        ProgramCommand(Self.words(topology.addresses, isRootless), environment: ["PATH=/usr/bin:/bin"]), network: nil,
        tree: helpers, standard: (topology.farSide.descriptor.raw, nothing.raw, output.raw),
        isHelper: true)
    } catch {
      throw LinkError(error.message)
    }
    try Self.waitForInterface(in: topology.farSide, program, output, helpers, isRootless)
    try topology.farSide.perform {
      let route = try RouteSocket()
      try route.bringUp(Self.interface)
      for isIPv6 in [false, true] {
        try route.addRoute(to: .anywhere(isIPv6: isIPv6), via: nil, on: Self.interface)
      }
      try Forwarding.turnOn()
    }
    watch = try HelperWatch(
      process: program.process, name: "pasta", interface: Self.interface, in: topology.farSide, onFailure: onFailure)
  }

  /// Ends pasta.
  func close() {
    watch.close()
    helpers.end()
  }

  private static func words(_ addresses: LinkAddresses, _ isRootless: Bool) -> [String] {
    var words = ["pasta", "--foreground", "--quiet", "--netns", "/proc/self/fd/0", "--ns-ifname", interface]
    for address in addresses.client { words += ["--address", address.host] }
    words += ["--netmask", "255.255.255.0"]
    for gateway in addresses.farSide { words += ["--gateway", gateway.host] }
    words += ["--no-map-gw", "--no-dhcp", "--no-dhcpv6", "--no-ra", "--mtu", "1500"]
    // Do not forward any port of the host into the link, nor any port of the far side to the host's loopback
    // interface.
    words += ["-t", "none", "-u", "none", "-T", "none", "-U", "none"]
    // As root, pasta would switch to the user "nobody", who must not enter the namespace.
    if !isRootless { words += ["--runas", "0"] }
    // pasta takes missing settings from the interface with the default route, and fails if there is none. All
    // settings are given here, so any interface will do. `lo` has no hardware address, so one is given too.
    if !HostRoutes.hasDefault { words += ["--interface", "lo", "--mac-addr", "\(MACAddress.farUplink)"] }
    return words
  }

  private static func waitForInterface(
    in farSide: NetworkNamespace, _ program: Program, _ output: Descriptor, _ helpers: ProcessTree,
    _ isRootless: Bool
  ) throws {
    // Wait at most 5 seconds, in steps of 2 ms. The interface usually appears within a few milliseconds.
    for _ in 0..<2500 {
      if try farSide.perform({ if_nametoindex(interface) }) != 0 { return }
      var status: Int32 = 0
      if waitpid(program.process, &status, WNOHANG) == program.process {
        helpers.forget(program.process)
        break
      }
      usleep(2000)
    }
    let said = Sysctl.readFile("/proc/self/fd/\(output.raw)") ?? ""
    let reason = said.split(separator: "\n").last { !$0.contains("syslog") } ?? "it gave no reason"
    throw LinkError("pasta did not connect the link: \(reason)", remedy: remedy(isRootless))
  }

  private static func remedy(_ isRootless: Bool) -> String {
    isRootless
      ? "use --private, or run as root" : "use --private, or let the host forward: sysctl net.ipv4.ip_forward=1"
  }
}
