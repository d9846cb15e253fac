import CLinux
import CNetlink
import Glibc

/// A process that continues after the command that started it has ended.
public enum Supervisor {
  /// Forks a process in a session of its own, and returns the message that it sends when it is ready.
  ///
  /// Call it while this process has only one thread. If this process ends before the new process is ready, the new
  /// process ends too, so that nothing runs that the user was not told about.
  /// - Parameter body: the work of the new process, which ends when `body` returns. `body` calls its argument once it
  ///   is ready. An error that it throws before that is thrown here.
  public static func start(_ body: ((String) throws -> Void) throws -> Void) throws -> String {
    hw_remember_descriptors()
    var ends: [Int32] = [-1, -1]
    guard hw_socket_pair(&ends) == 0 else { throw LinkError("create a socket pair", errno: errno) }
    let ours = ControlConnection(Descriptor(owning: ends[0]))
    let theirs = ControlConnection(Descriptor(owning: ends[1]))
    let process = hw_fork()
    guard process >= 0 else { throw LinkError("start a process", errno: errno) }
    if process == 0 {
      close(ends[0])
      // Close inherited descriptors. Otherwise a process that waits for the end of a pipe or for a lock would wait as
      // long as the link is up.
      hw_close_inherited()
      supervise(body, theirs)
    }
    close(ends[1])
    return try hear(ours)
  }

  private static func supervise(_ body: ((String) throws -> Void) throws -> Void, _ parent: ControlConnection) -> Never
  {
    setsid()
    var isReady = false
    do {
      try body { text in
        detach()
        var inbox = ControlConnection.Inbox()
        guard parent.send(ControlReply([("ready", text)]).text), parent.line(&inbox) == "ok" else {
          throw LinkError("the command that requested the link has ended")
        }
        isReady = true
        shutdown(parent.socket.raw, Int32(SHUT_RDWR))
      }
    } catch {
      if !isReady {
        let error = error as? LinkError ?? LinkError("\(error)")
        var reply = ControlReply(error: error.message)
        if let remedy = error.remedy { reply.values = [("remedy", remedy)] }
        _ = parent.send(reply.text)
      }
      exit(1)
    }
    exit(0)
  }

  private static func hear(_ child: ControlConnection) throws -> String {
    var inbox = ControlConnection.Inbox()
    var remedy: String?
    var text = ""
    while let line = child.line(&inbox) {
      if line == "ok" {
        _ = child.send("ok\n")
        return text
      }
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      let value = String(parts[1].drop { $0 == " " })
      switch parts[0] {
      case "ready": text = value
      case "remedy": remedy = value
      case "error": throw LinkError(value, remedy: remedy)
      default: break
      }
    }
    throw LinkError("the supervisor process ended before the link was up")
  }

  /// Detaches from the terminal, the standard streams and the working directory of the command that started this
  /// process.
  private static func detach() {
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    if null >= 0 {
      for standard in 0...2 { dup2(null, Int32(standard)) }
      if null > 2 { close(null) }
    }
    _ = chdir("/")
  }
}
