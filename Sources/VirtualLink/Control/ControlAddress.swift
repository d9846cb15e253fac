import Glibc

/// The name of a link's control socket.
///
/// For a program on the link, it is an abstract Unix socket in the link's own network namespace, which nobody else
/// can enter. In the network namespace of the user who created the link, it is a file in a `ControlDirectory`, or an
/// abstract socket if no such directory can be made. An abstract socket has no file and no permissions, so both ends
/// ask the kernel for the other's user and accept only their own.
public struct ControlAddress: Hashable, Sendable, CustomStringConvertible {
  /// The environment variable that tells a program on a link the address.
  public static let variable = "HEADWIND_CONTROL"
  /// The environment variable that tells a program on a link where the command `headwind` is. Programs whose language cannot connect to
  /// an abstract socket run its `headwind control`.
  public static let commandVariable = "HEADWIND_COMMAND"
  /// The environment variable that is different for each program that is started on a link. Caches of test results whose keys hold it
  /// do not mix runs.
  public static let runVariable = "HEADWIND_RUN_ID"

  /// The name after the leading zero byte.
  let name: String

  init(name: String) {
    self.name = name
  }

  /// The address of a link's socket.
  public init(_ link: LinkName) {
    name = Self.prefix + link.text
  }

  /// A further address of a link, which no other link had or will have: caches of test results that know the environment of a run do
  /// not take it for another one. The slash keeps it out of lists, because no name of a link has one.
  public static func unique(_ link: LinkName) -> ControlAddress {
    ControlAddress(name: "\(prefix)\(link.text)/\(uniqueWord())")
  }

  /// 64 random bits in hexadecimal.
  public static func uniqueWord() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// Reads what `description` writes; nil if it does not begin with `@`.
  public init?(parsing text: String) {
    guard text.hasPrefix("@"), text.utf8.count > 1 else { return nil }
    name = String(text.dropFirst())
  }

  /// The notation of /proc/net/unix and socat: `@` stands for the zero byte.
  public var description: String { "@" + name }

  /// The common prefix of the names of this user's sockets.
  static var prefix: String { "headwind.\(geteuid())." }

  /// The links whose sockets are in the calling thread's network namespace, in alphabetical order. What killed links left behind is
  /// removed first.
  static func all() -> [LinkName] {
    ControlDirectory.sweepAll()
    let sockets = Sysctl.readFile("/proc/thread-self/net/unix") ?? ""
    let abstract = sockets.split(separator: "\n").compactMap { $0.split(separator: " ").last }
      .filter { $0.hasPrefix("@") }.map { String($0.dropFirst()) }
    let names = Set(abstract + ControlDirectory.existing.flatMap(\.names)).filter { $0.hasPrefix(prefix) }
    return names.map { String($0.dropFirst(prefix.count)) }.sorted().compactMap { try? LinkName($0) }
  }
}
