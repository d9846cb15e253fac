import Glibc
import TestSupport
import Testing

/// What `run` and `link` promise, tried with the command itself, as root and as an ordinary user.
@Suite(.serialized, .waiting) struct LinkPromiseTests {
  typealias Who = LinkUser
  private typealias Installation = InstalledCommand

  @Test(arguments: Who.allCases) func passesTheProgramThrough(_ who: Who) throws {
    let command = try Installation()
    let head = who.prefix + [command.path, "run", "-q", "--"]
    #expect(try Child(head + ["sh", "-c", "exit 64"]).wait().status == 64)
    #expect(try Child(head + ["sh", "-c", "kill -KILL $$"]).wait().status == 128 + SIGKILL)
    // 126 where a directory of PATH may not be searched, else 127: env(1) is who says.
    let env = try Child(who.prefix + ["env", "no-such-program"]).wait().status
    #expect(try Child(head + ["no-such-program"]).wait().status == env)
    #expect(try Child(head + ["/etc/passwd"]).wait().status == 126)
    #expect(try Child(head + ["cat", "/etc/resolv.conf"]).wait().output == "nameserver 10.83.0.1\n")
    #expect(
      try Child(head + ["sh", "-c", "echo $PPID; id -u"]).wait().output
        == "0\n\(who.prefix.isEmpty ? geteuid() : 4711)\n")
  }

  @Test(arguments: Who.allCases) func resolvesAndFetchesThroughTheLink(_ who: Who) throws {
    let command = try Installation()
    let words = ["curl", "-sS", "-m", "20", "-o", "/dev/null", "-w", "%{http_code}"]
    for version in ["-4", "-6"] {
      let answer = try Child(
        who.prefix + [command.path, "run", "-q", "--"] + words + [version, "http://search.example/search.json?q=apple"]
      ).wait()
      #expect(answer.output == "200")
    }
  }

  @Test func passesSignalsOn() throws {
    let marked = MarkedProcesses()
    try TemporaryFolder.with { folder in
      // The signal is sent once the program is ready for it.
      let ready = folder + "/ready"
      let child = try Child(
        [
          BuiltProducts.headwind, "run", "-q", "--", "sh", "-c",
          "trap 'exit 33' USR1; touch \(ready); while :; do sleep 0.01; done",
        ],
        environment: [marked.mark])
      for _ in 0..<15_000 where access(ready, F_OK) != 0 { usleep(2000) }
      kill(child.process, SIGUSR1)
      #expect(child.wait().status == 33)
    }
    #expect(marked.waitUntilGone() == [])
  }

  @Test(arguments: Who.allCases) func leavesNothingWhenOneOfItIsKilled(_ who: Who) throws {
    let command = try Installation()
    for _ in 0..<20 {
      let marked = MarkedProcesses()
      let program = "sleep 300 & setsid sleep 301 & exec sleep 302"
      let child = try Child(
        who.prefix + [command.path, "run", "-q", "--", "sh", "-c", program], environment: [marked.mark])
      usleep(UInt32.random(in: 0..<200_000))
      // What the program starts may end without ending the program; every process of ours is one that counts.
      let victims = marked.all.filter {
        contents("/proc/\($0)/comm").hasPrefix("headwind") || $0 == child.process
      }
      if let victim = victims.randomElement() { kill(victim, SIGKILL) } else { kill(child.process, SIGKILL) }
      #expect(marked.waitUntilGone() == [])
      child.wait()
    }
  }

  @Test(arguments: Who.allCases) func holdsALinkUntilItIsTakenDown(_ who: Who) throws {
    let command = try Installation()
    let marked = MarkedProcesses()
    let name = "t\(UInt32.random(in: 0 ... .max))"
    func link(_ words: [String]) throws -> ToolResult {
      try Child(who.prefix + [command.path, "link"] + words, environment: [marked.mark]).wait()
    }
    #expect(try link(["up", name, "-q"]).status == 0)
    #expect(try link(["up", name, "-q"]).status == 4)
    #expect(try link(["list"]).output.contains("\n\(name)  Clean"))
    #expect(try link(["switch", name, "black hole"]).status == 0)
    #expect(try link(["list"]).output.contains("\n\(name)  Black Hole"))
    #expect(try link(["switch", name, "no such profile"]).status == 4)
    let inside = try link(["exec", name, "--", command.path, "link", "list"])
    #expect(inside.output.contains("\n\(name)  Black Hole"))
    #expect(try link(["exec", name, "--", "sh", "-c", "exit 5"]).status == 5)
    #expect(try link(["down", name]).status == 0)
    #expect(marked.waitUntilGone() == [])
    #expect(try link(["down", name]).status == 4)
    #expect(isGone(name, who))
  }

  /// Whether no socket has a name any more; a process that is killed lets go of its memory before its sockets.
  private func isGone(_ name: String, _ who: Who) -> Bool {
    for _ in 0..<1000 {
      if !contents("/proc/net/unix").contains(name), who.socketFiles.allSatisfy({ !$0.contains(name) }) { return true }
      usleep(10_000)
    }
    return false
  }

  /// Needs curl.
  @Test(arguments: Who.allCases) func showsExchangesOfALinkByItsName(_ who: Who) throws {
    let command = try Installation()
    let marked = MarkedProcesses()
    let name = "t\(UInt32.random(in: 0 ... .max))"
    let head = who.prefix + [command.path]
    #expect(try Child(head + ["link", "up", name, "-q"], environment: [marked.mark]).wait().status == 0)
    let watcher = try Child(["timeout", "30"] + head + ["http", "-i", name, "--show", "1"])
    // Several, because the first may have gone before the watcher listens.
    let requests =
      "for i in 1 2 3 4 5 6 7 8; do curl -s -o /dev/null http://search.example/search.json?q=apple; sleep 0.5; done"
    #expect(try Child(head + ["link", "exec", name, "--", "sh", "-c", requests]).wait().status == 0)
    let shown = watcher.wait()
    #expect(shown.status == 0)
    // It may have begun to listen between a request and its response.
    #expect(shown.output.contains("Server: headwind"))
    #expect(try Child(head + ["link", "down", name]).wait().status == 0)
    #expect(marked.waitUntilGone() == [])
  }

  @Test(arguments: Who.allCases) func endsTheProgramsOnALinkWhoseSupervisorIsKilled(_ who: Who) throws {
    let command = try Installation()
    let marked = MarkedProcesses()
    let name = "t\(UInt32.random(in: 0 ... .max))"
    let up = try Child(who.prefix + [command.path, "link", "up", name, "-q"], environment: [marked.mark]).wait()
    try #require(up.status == 0, "\(up.errors)")
    let helpers = ["headwind-init\n", "headwind-link\n"]
    let supervisors = marked.all.filter { process in !helpers.contains { contents("/proc/\(process)/comm") == $0 } }
    #expect(supervisors.count == 1)
    let program = try Child(
      who.prefix + [command.path, "link", "exec", name, "--", "sleep", "300"], environment: [marked.mark])
    while !marked.all.contains(where: { contents("/proc/\($0)/comm") == "sleep\n" }) { usleep(1000) }
    for supervisor in supervisors { kill(supervisor, SIGKILL) }
    let end = program.wait()
    #expect(end.status == 125)
    #expect(end.errors.contains("the link is down"))
    #expect(marked.waitUntilGone() == [])
    #expect(isGone(name, who))
  }
}
