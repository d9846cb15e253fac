import CLinux
import Glibc

/// The links of this user that are up.
public enum LinkDirectory {
  /// What a link says of itself.
  public struct Entry: Sendable {
    public var name: LinkName
    /// The answer to `status`, or nil if the link does not answer.
    public var status: ControlReply?
  }

  /// All links, in alphabetical order.
  public static func list() -> [Entry] {
    ControlAddress.all().compactMap { name in
      // Where nobody listens any more a killed process has left its socket; where another user does, it is no link of ours.
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

  /// Moves the calling thread into the client namespace of a link, and where the link is in a user namespace, into that.
  ///
  /// To be called first, while the process has one thread: the kernel refuses user namespaces to others.
  /// - Parameter text: a link's name, or any other text, for which there is no link.
  /// - Returns: the interface that the client has there, or nil if there is no such link.
  public static func enterClientNamespace(of text: String) throws -> String? {
    guard let name = try? LinkName(text), let client = try ControlClient(ControlAddress(name)) else { return nil }
    try LinkMembership(client).enter()
    return LinkTopology.clientInterface
  }
}
