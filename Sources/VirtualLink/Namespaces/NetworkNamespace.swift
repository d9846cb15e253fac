import CLinux
import Glibc

/// A network namespace that lives as long as this object, a process or a socket in it does: it has no name, and the
/// kernel removes it and its interfaces when the last of them is gone, however that happens (network_namespaces(7)).
public final class NetworkNamespace: Sendable {
  /// A descriptor of the namespace, for `setns`.
  public let descriptor: Descriptor

  /// Makes a new namespace, in which only a loopback interface exists, and that is down.
  public init() throws {
    descriptor = try OwnThread.run {
      let raw = hw_new_network_namespace()
      guard raw >= 0 else {
        throw LinkError(
          "make a network namespace", errno: errno,
          remedy: errno == ENOSPC
            ? "the kernel's limit is reached: see /proc/sys/user/max_net_namespaces"
            : "it takes CAP_SYS_ADMIN, or a kernel and container that allow user namespaces")
      }
      return Descriptor(owning: raw)
    }
  }

  /// The namespace that a descriptor names.
  public init(descriptor: Descriptor) {
    self.descriptor = descriptor
  }

  /// The namespace of the calling thread.
  public static func current() throws -> NetworkNamespace {
    let raw = hw_open_network_namespace()
    guard raw >= 0 else { throw LinkError("open the network namespace of this thread", errno: errno) }
    return NetworkNamespace(descriptor: Descriptor(owning: raw))
  }

  /// Runs `body` on a thread that is in this namespace, and waits for it.
  ///
  /// Sockets that it opens, and children that it starts, stay in the namespace.
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
