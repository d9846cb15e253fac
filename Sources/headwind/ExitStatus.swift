import ArgumentParser

/// The exit statuses of `headwind`. `run` and `exec` follow `env`: they return the command's own status, or one of
/// the last three.
enum ExitStatus {
  /// A problem was found (a truncated file, a failed verdict).
  static let foundWrong = ExitCode(1)
  /// The command line is invalid.
  static let usage = ExitCode(2)
  /// A profile, scenario or capture file is invalid.
  static let invalidFile = ExitCode(3)
  /// The environment lacks something: permission, an interface, a kernel feature, space on the disk.
  static let environment = ExitCode(4)
  /// Ctrl-C or another signal ended it early. The results so far have been written.
  static let interrupted = ExitCode(130)
  /// `run`, `exec`: Headwind itself failed.
  static let ownFailure = ExitCode(125)
  /// `run`, `exec`: the command was found but could not be started.
  static let cannotExecute = ExitCode(126)
  /// `run`, `exec`: the command was not found.
  static let notFound = ExitCode(127)
}
