import CLinux
import Glibc

/// What a process needs in order to join a link that another process holds.
public struct LinkMembership: Sendable {
  /// The client's network namespace.
  public let network: NetworkNamespace
  /// The PID namespace whose processes end with the link. Nil if the link ends with its program.
  public let processes: Descriptor?
  /// The user namespace that the link is in.
  private let user: Descriptor
  /// How names are resolved on the link.
  public let resolution: NameResolution
  /// Where the link's control socket is.
  public let control: String

  /// The client's interface.
  let interface: String

  /// The file to which programs on the link are asked to append the secrets of their TLS connections.
  public let keyLog: KeyLogPlace?

  /// Asks a link for it.
  public init(_ client: ControlClient) throws {
    let reply = try client.request("enter")
    guard (2...3).contains(reply.descriptors.count), let nameserver = reply["nameserver"],
      let control = reply["control"]
    else {
      throw LinkError(
        "this version of headwind does not understand the link's answer",
        remedy: "take the link down and create it again")
    }
    network = NetworkNamespace(descriptor: reply.descriptors[0])
    user = reply.descriptors[1]
    processes = reply.descriptors.count > 2 ? reply.descriptors[2] : nil
    var resolution = NameResolution(nameserver: nameserver)
    resolution.knowsAllNames = reply["hosts"] == "own"
    resolution.options = reply.values.filter { $0.name == "resolver" }.map(\.value)
    resolution.knownHosts = reply.values.filter { $0.name == "known-host" }.map(\.value)
    resolution.authority =
      reply["authority"].map { TrustedAuthority(line: $0, isBesideHosts: false) }
      ?? reply["further-authority"].map { TrustedAuthority(line: $0, isBesideHosts: true) }
    self.resolution = resolution
    self.control = control
    interface = reply["interface"] ?? LinkTopology.clientInterface
    keyLog = reply["key-log"].flatMap { path in
      reply["key-log-library"].map { KeyLogPlace(path: path, library: $0) }
    }
  }

  /// Joins the link's user namespace, in which this user has every capability. The process must have only one thread.
  public func joinUserNamespace() throws {
    let ours = hw_open_user_namespace()
    guard ours >= 0 else { throw LinkError("open the user namespace of this thread", errno: errno) }
    let own = Descriptor(owning: ours)
    // Entering the namespace that the process is already in is an error.
    let isInside = withExtendedLifetime(own) { hw_same_file(own.raw, user.raw) }
    guard isInside || hw_enter_user_namespace(user.raw) == 0 else {
      throw LinkError("enter the link's user namespace", errno: errno)
    }
  }

  /// Moves the calling thread onto the link, as its client.
  public func enter() throws {
    try joinUserNamespace()
    guard hw_enter_network_namespace(network.descriptor.raw) == 0 else {
      throw LinkError("enter the link's client namespace", errno: errno)
    }
  }
}
