import Glibc

/// The name of a link's control socket.
///
/// A program on the link finds it as an abstract Unix socket in the link's own network namespace, where nobody else can be. In the
/// network namespace of whoever put the link up it is in a `ControlDirectory`; where there is none it is an abstract socket there,
/// too. Such a socket has no file and no permissions: both ends ask the kernel who is on the other, and talk to their own user only.
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

  /// The links whose sockets are in the calling thread's network namespace, in alphabetical order; what killed ones have left is
  /// among them until somebody connects to it.
  static func all() -> [LinkName] {
    let sockets = Sysctl.readFile("/proc/thread-self/net/unix") ?? ""
    let abstract = sockets.split(separator: "\n").compactMap { $0.split(separator: " ").last }
      .filter { $0.hasPrefix("@") }.map { String($0.dropFirst()) }
    let names = Set(abstract + ControlDirectory.existing.flatMap(\.names)).filter { $0.hasPrefix(prefix) }
    return names.map { String($0.dropFirst(prefix.count)) }.sorted().compactMap { try? LinkName($0) }
  }
}
