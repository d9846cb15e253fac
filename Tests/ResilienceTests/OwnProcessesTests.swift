import Glibc
import TestSupport
import Testing

@testable import Resilience

/// The processes of a PID namespace, in a /proc of its own and in that of a container around it.
@Suite(.waiting) struct OwnProcessesTests {
  @Test func ourOwnProcIsReadByItsNames() {
    let own = OwnProcesses.all.first { $0.number == getpid() }
    #expect(own?.name == getpid())
    #expect(!OwnProcesses.all.contains { $0.number == 1 })
  }

  @Test func theLastNumberIsThatOfTheNamespaceItself() {
    #expect(OwnProcesses.levels(in: "Name:\tx\nNSpid:\t4711\t12\t3\nNSpgid:\t1\n") == [4711, 12, 3])
    #expect(OwnProcesses.levels(in: "Name:\tx\n") == [])
  }

  /// In a container, /proc cannot be replaced. What else runs there is not what the client left behind.
  @Test func aContainersProcessesAreNotTheClients() throws {
    let result = try BuiltCommand.test(
      "--only connect.refused --deadline 2 -- curl -sS -m 2 {url}",
      environment:
        "unshare --user --map-root-user --pid --fork --mount --mount-proc bash -c '\(Self.container)' container")
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("PASS  connect.refused") && !result.output.contains("left"), "\(result.output)")
  }

  /// Covers a part of /proc as runtimes do, has a process of its own, and runs the rest of the command line in a user namespace that may
  /// not uncover it.
  private static let container =
    #"mount --bind /dev/null /proc/uptime; sleep 30 & unshare --user --map-root-user --mount "$@"; status=$?; kill %1; exit $status"#
}
