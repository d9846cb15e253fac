import Glibc
import TextOutput
import VirtualLink

/// The console beside a run: `headwind console` in a process of its own, which reads the packets that the run writes to a file.
///
/// The process is started before the run enters a user namespace, so that it can control the links of this user. Its standard input is a
/// pipe that nothing is written to: when it ends, the run has ended.
final class RunConsole {
  /// Where the run writes its packets.
  let path: String
  private let process: pid_t
  private let pipe: Int32
  private let file: Int32
  private var isOver = false

  /// - Parameters:
  ///   - name: what the page calls the run.
  ///   - target: the file that keeps the packets; nil for one that is gone at the end.
  ///   - keeps: whether the console goes on when the run has ended.
  static func start(_ name: LinkName, target: String?, keeps: Bool) throws -> RunConsole {
    let file = try PacketFeed.makeFile(target)
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else {
      throw Failure("cannot make a pipe: \(String(cString: strerror(errno)))", status: ExitStatus.ownFailure)
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    // The program has standard output to itself, so the address goes to standard error.
    let process = try OwnProcess.start(
      ["console", "/proc/self/fd/\(file)", "--beside", name.text] + (keeps ? ["--keep"] : []),
      standard: [(ends[0], STDIN_FILENO), (STDERR_FILENO, STDOUT_FILENO)], inherited: [file])
    return RunConsole(path: target ?? "/proc/self/fd/\(file)", process: process, pipe: ends[1], file: file)
  }

  private init(path: String, process: pid_t, pipe: Int32, file: Int32) {
    self.path = path
    self.process = process
    self.pipe = pipe
    self.file = file
  }

  /// Says that the run is over, and waits until the console has ended.
  func end() {
    guard !isOver else { return }
    isOver = true
    close(pipe)
    close(file)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }
}
