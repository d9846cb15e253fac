import ArgumentParser

/// What `headwind` ends with. `run` and `exec` follow `env` instead: the command's own status, or one of the last three.
enum ExitStatus {
  /// Something wrong was found in what was asked for (a file cut short, a verdict of "failed").
  static let foundWrong = ExitCode(1)
  /// The words of the command line were not understood.
  static let usage = ExitCode(2)
  /// A profile, scenario or capture file is invalid.
  static let invalidFile = ExitCode(3)
  /// The environment lacks something: permission, an interface, a kernel feature, space on the disk.
  static let environment = ExitCode(4)
  /// Ctrl-C, or another signal, ended it before its time; what there was until then has been written.
  static let interrupted = ExitCode(130)
  /// `run`, `exec`: Headwind itself failed.
  static let ownFailure = ExitCode(125)
  /// `run`, `exec`: the command was found but could not be started.
  static let cannotExecute = ExitCode(126)
  /// `run`, `exec`: the command was not found.
  static let notFound = ExitCode(127)
}
