import ArgumentParser
import VirtualLink

/// Selects the network namespace whose interfaces are used.
struct NamespaceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Use this network namespace: a name under /run/netns, or a file.", valueName: "name"),
    completion: Candidates.namespaces)
  var netns: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Use the network namespace of this process, for example in a container.", valueName: "pid"))
  var pid: Int32?

  func validate() throws {
    guard netns == nil || pid == nil else { throw ValidationError("Give either --netns or --pid, not both.") }
    guard pid ?? 1 > 0 else { throw ValidationError("--pid \(pid ?? 0): a process ID must be at least 1.") }
  }

  /// Whether a namespace is given.
  var isUsed: Bool { netns != nil || pid != nil }

  /// Moves the calling thread into the namespace. Call it while the process has only one thread.
  func enter() throws {
    if let pid {
      try NetworkNamespace(ofProcess: pid).enter(as: "the network namespace of process \(pid)")
    } else if let netns {
      let path = netns.contains("/") ? netns : "/run/netns/" + netns
      try NetworkNamespace(path: path).enter(as: path)
    }
  }

  /// Enters the namespace of the interface with this name or number, and returns the interface's name there.
  ///
  /// A link is identified by its name and captured in its client namespace. In another namespace, there are no links.
  func enter(for name: String) throws -> String {
    try enterWithLink(for: name).interface
  }

  /// The same, with a connection to the link if it is one.
  func enterWithLink(for name: String) throws -> (interface: String, link: ControlClient?) {
    try enter()
    if !isUsed, let (interface, link) = try LinkDirectory.enterClientNamespace(of: name) { return (interface, link) }
    guard let number = Int(name), let listed = try InterfaceList.name(numbered: number) else { return (name, nil) }
    if let (interface, link) = try LinkDirectory.enterClientNamespace(of: listed) { return (interface, link) }
    return (listed, nil)
  }
}
