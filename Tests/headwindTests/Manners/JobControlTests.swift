import TestSupport
import Testing

/// A run as a job of a shell: it stops with its program, and goes on with it.
@Suite(.waiting, .serialized) struct JobControlTests {
  /// A process is stopped when all of its threads are. The parent sees it then (waitpid(2), WUNTRACED).
  private static let stopper = """
    import os, signal, subprocess, sys
    number = getattr(signal, sys.argv[1])
    # The program tells when it runs, and when it goes on.
    program = "trap 'echo AGAIN' CONT; echo READY; while :; do sleep 0.05; done"
    job = subprocess.Popen(sys.argv[2:] + ["run", "-q", "--", "sh", "-c", program], stdout=subprocess.PIPE, text=True,
                           preexec_fn=lambda: os.setpgid(0, 0))
    assert job.stdout.readline() == "READY\\n"
    for turn in range(2):
        job.send_signal(number)
        _, status = os.waitpid(job.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status), status
        os.kill(job.pid, signal.SIGCONT)
        if number == signal.SIGTSTP:
            assert job.stdout.readline() == "AGAIN\\n"
    job.terminate()
    print("STOPPED", job.wait())
    """

  @Test(arguments: ["SIGTSTP", "SIGSTOP"], LinkUser.allCases)
  func aRunStopsAndGoesOn(signal: String, user: LinkUser) throws {
    let command = try InstalledCommand()
    let result = try Tool.run(["timeout", "60", "python3", "-c", Self.stopper, signal] + user.prefix + [command.path])
    #expect(result.output.contains("STOPPED -15"), "\(result.everything)")
  }

  @Test(arguments: LinkUser.allCases)
  func ctrlZGivesTheTerminalBack(user: LinkUser) throws {
    let command = try InstalledCommand()
    let run = (user.prefix + [command.path]).joined(separator: " ")
    let result = try TerminalSession.run(
      """
      set -m
      \(run) run -q -- sh -c 'echo RE""ADY; read line; echo "GOT $line"'
      echo "STATUS $?"; jobs
      fg; echo "END $?"
      """, answers: [("READY", "\u{1a}"), ("STATUS", "hello\n")])
    #expect(result.output.contains("GOT hello"), "\(result.output)")
    #expect(result.output.contains("END 0"), "\(result.output)")
  }

  @Test(arguments: LinkUser.allCases)
  func aBackgroundJobThatReadsTheTerminalStops(user: LinkUser) throws {
    let command = try InstalledCommand()
    let run = (user.prefix + [command.path]).joined(separator: " ")
    let result = try TerminalSession.run(
      """
      set -m
      \(run) run -q -- sh -c 'read line; echo "GOT $line"' &
      until jobs -s | grep -q Stopped; do sleep 0.05; done
      echo "STOP""PED"
      fg; echo "END $?"
      """, answers: [("STOPPED", "hello\n")])
    #expect(result.output.contains("GOT hello"), "\(result.output)")
    #expect(result.output.contains("END 0"), "\(result.output)")
  }
}
