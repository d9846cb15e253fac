import CLinux
import Glibc

/// A network namespace that something else has made, for a link to be attached in.
public struct AttachTarget: Sendable {
  /// Its network namespace.
  public let network: NetworkNamespace
  /// What to call it: `container web`.
  public let description: String
  /// A process whose end is the end of the target; nil if there is none.
  public let process: Int32?

  /// The namespace of a process.
  public init(process: Int32, as description: String? = nil) throws {
    network = try NetworkNamespace(ofProcess: process)
    self.description = description ?? "process \(process)"
    self.process = process
  }

  /// A namespace that a file names: a name as `ip netns` knows it, or a path.
  public init(named name: String) throws {
    network = try NetworkNamespace(path: name.contains("/") ? name : "/run/netns/" + name)
    description = "namespace \(name)"
    process = nil
  }

  /// Lets a process without root act in the namespace, if it owns the namespace. Call it while the process has only one thread.
  public func enterUnlessPrivileged() throws {
    if !Privilege.isSufficient { try network.enter(as: "the network of \(description)") }
  }

  /// Raises an alarm when the target's process has ended.
  public func raiseAtEnd(_ alarm: Alarm) throws {
    guard let process else { return }
    let descriptor = open("/proc/\(process)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw LinkError("there is no process \(process)") }
    let (place, words) = (Descriptor(owning: descriptor), description)
    try OwnThread.start {
      // The descriptor stands for this very process, also when its number has been given to another one.
      while faccessat(place.raw, "ns", F_OK, 0) == 0 { usleep(100_000) }
      alarm.raise("\(words) has ended")
    }
  }
}
