import TestSupport

/// Runs a script on a terminal of its own, as a person sees it.
enum TerminalSession {
  /// The Python of a terminal: it runs `bash -c SCRIPT` on a pseudo-terminal of the given size, types what it is to type, and prints
  /// what the terminal got, byte for byte; it ends with the script's status.
  private static let program = """
    import fcntl, os, pty, select, struct, sys, termios
    columns, script, answers = int(sys.argv[1]), sys.argv[2], [word.encode() for word in sys.argv[3:]]
    child, terminal = pty.fork()
    if child == 0:
        os.execvp('bash', ['bash', '-c', script])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', 24, columns, 0, 0))
    seen = b''
    while True:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            break
        if not data:
            break
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        seen += data
        if answers and answers[0] in seen:
            seen = seen.split(answers[0], 1)[1]
            os.write(terminal, answers[1])
            answers = answers[2:]
    _, status = os.waitpid(child, 0)
    sys.exit(os.waitstatus_to_exitcode(status) % 256)
    """

  /// - Parameters:
  ///   - columns: how wide the terminal is.
  ///   - typed: what is typed as soon as READY is on the screen.
  static func run(_ script: String, columns: Int = 120, typed: String = "") throws -> ToolResult {
    try run(script, columns: columns, answers: typed.isEmpty ? [] : [("READY", typed)])
  }

  /// - Parameter answers: what is typed, one after the other, each as soon as its sign is on the screen.
  static func run(
    _ script: String, columns: Int = 120, answers: [(sign: String, typed: String)]
  ) throws -> ToolResult {
    try TemporaryFolder.with { folder in
      // The size is set while the script waits for it.
      let ready = "while [ \"$(stty size)\" != '24 \(columns)' ]; do sleep 0.01; done"
      let names =
        "folder=\(folder) headwind=\(BuiltProducts.headwind) captures='\(Repository.file("captures/recorded"))'"
        + " profiles='\(Repository.file("profiles"))' suites='\(Repository.file("suites"))'"
      let text = "export TERM=xterm LESS= \(names); unset NO_COLOR PAGER HEADWIND_PAGER LESS\n\(ready)\n\(script)"
      return try Tool.run(["python3", "-c", program, "\(columns)", text] + answers.flatMap { [$0.sign, $0.typed] })
    }
  }
}
