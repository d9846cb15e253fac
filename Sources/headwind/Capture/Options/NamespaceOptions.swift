import ArgumentParser
import VirtualLink

/// Whose network interfaces are meant: another network namespace's than ours.
struct NamespaceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The network namespace of this name (under /run/netns), or in this file.", valueName: "name"))
  var netns: String?

  @Option(help: ArgumentHelp("The network namespace of this process, as of a container.", valueName: "pid"))
  var pid: Int32?

  func validate() throws {
    guard netns == nil || pid == nil else { throw ValidationError("Give either --netns or --pid.") }
    guard pid ?? 1 > 0 else { throw ValidationError("--pid \(pid ?? 0): a process has a number from 1 on.") }
  }

  /// Whether one is asked for.
  var isUsed: Bool { netns != nil || pid != nil }

  /// Moves the calling thread into it. To be called while the process has one thread.
  func enter() throws {
    if let pid {
      try NetworkNamespace(ofProcess: pid).enter(as: "the network namespace of process \(pid)")
    } else if let netns {
      let path = netns.contains("/") ? netns : "/run/netns/" + netns
      try NetworkNamespace(path: path).enter(as: path)
    }
  }
}
