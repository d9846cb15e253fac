import Glibc
import TestSupport
import Testing

/// Who runs the command. Where the tests are not root's there is only the user they belong to.
enum LinkUser: CaseIterable {
  case ourselves
  case ordinaryUser

  /// What stands before the command. Needs `setpriv` (package util-linux).
  var prefix: [String] { isOther ? Self.prefix(user: 4711) : [] }

  static func prefix(user: Int) -> [String] {
    ["setpriv", "--reuid", "\(user)", "--regid", "\(user)", "--clear-groups"]
  }

  private var isOther: Bool { self == .ordinaryUser && geteuid() == 0 }

  /// The paths of all control sockets that this user's links may have.
  var socketFiles: [String] {
    let user = isOther ? 4711 : Int(geteuid())
    let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) + "/headwind" } ?? "/run/headwind"
    let words = ["find", runtime, "/run/headwind", "/run/user/\(user)/headwind", "/tmp/headwind-\(user)", "-type", "s"]
    // Most of them are not there, which `find` says on standard error.
    return (try? Tool.run(words).lines) ?? []
  }
}

/// The command, where every user may run it; the directory of the build may be closed to them.
struct InstalledCommand: ~Copyable {
  let path: String

  init() throws {
    path = "/tmp/headwind-test-\(getpid()).\(UInt32.random(in: 0 ... .max))"
    let copied = try Child(["cp", BuiltProducts.headwind, path]).wait()
    try #require(copied.status == 0, "\(copied.everything)")
    chmod(path, 0o755)
  }

  deinit {
    unlink(path)
  }
}
