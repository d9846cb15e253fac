import Glibc

/// Where a link's control socket is: an abstract Unix socket, named by its user and its link.
///
/// Such sockets belong to a network namespace, have no file and no permissions: both ends ask the kernel who is on the
/// other, and talk to their own user only.
public struct ControlAddress: Hashable, Sendable, CustomStringConvertible {
  /// The environment variable by which a program on a link knows the address.
  public static let variable = "HEADWIND_CONTROL"

  /// The name after the leading zero byte.
  let name: String

  init(name: String) {
    self.name = name
  }

  /// A link's socket.
  public init(_ link: LinkName) {
    name = Self.prefix + link.text
  }

  /// Reads what `description` writes; nil if it does not begin with `@`.
  public init?(parsing text: String) {
    guard text.hasPrefix("@"), text.utf8.count > 1 else { return nil }
    name = String(text.dropFirst())
  }

  /// As /proc/net/unix and socat write it: `@` for the zero byte.
  public var description: String { "@" + name }

  /// What the names of this user's sockets begin with.
  static var prefix: String { "headwind.\(geteuid())." }

  /// The links whose sockets are in the calling thread's network namespace, in alphabetical order.
  static func all() -> [LinkName] {
    let sockets = Sysctl.readFile("/proc/thread-self/net/unix") ?? ""
    var names: Set<String> = []
    for line in sockets.split(separator: "\n") {
      guard let name = line.split(separator: " ").last, name.hasPrefix("@" + prefix) else { continue }
      names.insert(String(name.dropFirst(1 + prefix.count)))
    }
    return names.sorted().compactMap { try? LinkName($0) }
  }
}
