import CLinux
import Glibc

/// Lists and finds the links of this user.
public enum LinkDirectory {
  /// A link and its status.
  public struct Entry: Sendable {
    /// The name of the link.
    public var name: LinkName
    /// The answer to `status`, or nil if the link does not answer.
    public var status: ControlReply?
  }

  /// All links, in alphabetical order.
  public static func list() -> [Entry] {
    ControlAddress.all().compactMap { name in
      // If nobody listens, a killed process left the socket behind. If another user listens, it is not a link of this
      // user.
      guard let client = try? ControlClient(ControlAddress(name)) else { return nil }
      return Entry(name: name, status: try? client.request("status"))
    }
  }

  /// A link by its name.
  /// - Throws: `LinkError` if there is none.
  public static func find(_ name: LinkName) throws -> ControlClient {
    guard let client = try ControlClient(ControlAddress(name)) else {
      let names = ControlAddress.all().filter { (try? ControlClient(ControlAddress($0))) != nil }.map(\.text)
      throw LinkError(
        "there is no link '\(name)'",
        remedy: names.isEmpty
          ? "create it: headwind link up \(name)" : "existing links: " + names.joined(separator: ", "))
    }
    return client
  }

  /// Moves the calling thread into the client namespace of a link, and into the link's user namespace if it has one.
  ///
  /// Call it first, while the process has only one thread: the kernel does not let a process with several threads
  /// enter a user namespace.
  /// - Parameter text: possibly a link's name. Any other text is accepted and names no link.
  /// - Returns: the name of the client's interface and a connection to the link, or nil if there is no such link.
  public static func enterClientNamespace(of text: String) throws -> (interface: String, link: ControlClient)? {
    guard let name = try? LinkName(text), let client = try ControlClient(ControlAddress(name)) else { return nil }
    let membership = try LinkMembership(client)
    try membership.enter()
    return (membership.interface, client)
  }
}
