internal import Glibc

/// The names of signals that end programs.
enum SignalName {
  private static let names: [Int32: String] = [
    SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT",
    SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL", SIGSEGV: "SIGSEGV", SIGPIPE: "SIGPIPE",
    SIGALRM: "SIGALRM", SIGTERM: "SIGTERM", SIGSYS: "SIGSYS", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ",
  ]

  static func of(_ signal: Int32) -> String { names[signal] ?? "signal \(signal)" }
}

extension ClientOutcome {
  /// How it ended, as a phrase that follows "the client".
  var endWords: String {
    if let crash { return "crashed (\(SignalName.of(crash)))" }
    if let signal { return "was ended by \(SignalName.of(signal))" }
    if hasDied { return "ended though it should live on" }
    return isPersistent ? "answered \(status == 0 ? "ok" : "error")" : "ended with status \(status)"
  }

  /// The processes that it left running, as a phrase that follows "it left".
  var leftWords: String {
    let count = leftBehind.count
    let names = Set(leftBehind).sorted().prefix(4).joined(separator: ", ")
    return "\(count) \(count == 1 ? "process" : "processes") running (\(names))"
  }
}
