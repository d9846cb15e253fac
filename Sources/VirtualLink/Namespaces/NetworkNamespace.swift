import CLinux
import Glibc

/// A network namespace. It has no name; the kernel removes it and its interfaces when this object and the last
/// process and socket in it are gone (network_namespaces(7)).
public final class NetworkNamespace: Sendable {
  /// A descriptor that refers to the namespace, for `setns`.
  public let descriptor: Descriptor

  /// Creates a namespace that has only a loopback interface, which is down.
  public init() throws {
    descriptor = try OwnThread.run {
      let raw = hw_new_network_namespace()
      guard raw >= 0 else {
        throw LinkError(
          "create a network namespace", errno: errno,
          remedy: errno == ENOSPC
            ? "the kernel's limit is reached: see /proc/sys/user/max_net_namespaces"
            : "this needs CAP_SYS_ADMIN, or a kernel and container that allow user namespaces")
      }
      return Descriptor(owning: raw)
    }
  }

  /// The namespace that a descriptor refers to.
  public init(descriptor: Descriptor) {
    self.descriptor = descriptor
  }

  /// The namespace of the calling thread.
  public static func current() throws -> NetworkNamespace {
    let raw = hw_open_network_namespace()
    guard raw >= 0 else { throw LinkError("open the network namespace of this thread", errno: errno) }
    return NetworkNamespace(descriptor: Descriptor(owning: raw))
  }

  /// The namespace that a file names, as `ip netns` keeps them under /run/netns.
  public convenience init(path: String) throws {
    let raw = open(path, O_RDONLY | O_CLOEXEC)
    guard raw >= 0 else {
      throw LinkError(
        "open \(path)", errno: errno,
        remedy: errno == ENOENT ? "`ip netns` lists the named namespaces" : nil)
    }
    self.init(descriptor: Descriptor(owning: raw))
  }

  /// The namespace that a process is in.
  public convenience init(ofProcess process: Int32) throws {
    let raw = open("/proc/\(process)/ns/net", O_RDONLY | O_CLOEXEC)
    guard raw >= 0 else {
      let remedy =
        errno == ENOENT
        ? "there is no such process" : "it belongs to another user: run as that user or as root"
      throw LinkError("open the network namespace of process \(process)", errno: errno, remedy: remedy)
    }
    self.init(descriptor: Descriptor(owning: raw))
  }

  /// Moves the calling thread into the namespace, and if necessary into the user namespace that owns it.
  ///
  /// Call it while the process has only one thread: the kernel does not let a process with several threads enter a
  /// user namespace (user_namespaces(7)).
  /// - Parameter name: what to call it in an error.
  public func enter(as name: String) throws {
    if hw_enter_network_namespace(descriptor.raw) == 0 { return }
    let refusal = errno
    guard refusal == EPERM else {
      throw LinkError("enter \(name)", errno: refusal, remedy: "it is not a network namespace")
    }
    // The owner of a network namespace has every capability in it after entering the user namespace in which it was
    // created.
    let owner = hw_owning_user_namespace(descriptor.raw)
    guard owner >= 0 else { throw Self.barred(name, refusal) }
    let user = Descriptor(owning: owner)
    guard hw_enter_user_namespace(user.raw) == 0, hw_enter_network_namespace(descriptor.raw) == 0 else {
      throw Self.barred(name, refusal)
    }
  }

  private static func barred(_ name: String, _ code: Int32) -> LinkError {
    LinkError(
      "enter \(name)", errno: code,
      remedy:
        "it belongs to another user: run as root, or as the user who created the namespace (as for a rootless container)"
    )
  }

  /// Runs `body` on a thread that is in this namespace, and waits for it.
  ///
  /// Sockets that `body` opens and child processes that it starts stay in the namespace.
  public func perform<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
    try OwnThread.run { [descriptor] in
      guard hw_enter_network_namespace(descriptor.raw) == 0 else {
        throw LinkError("enter a network namespace", errno: errno)
      }
      return try body()
    }
  }
}

extension NetworkNamespace: Equatable {
  /// Whether both are the same namespace.
  public static func == (left: NetworkNamespace, right: NetworkNamespace) -> Bool {
    hw_same_file(left.descriptor.raw, right.descriptor.raw)
  }
}
