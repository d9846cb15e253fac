import ArgumentParser
import Dissection
import TextOutput

/// An error for the user: what went wrong and where, how to solve it, and the exit status.
struct Failure: Error, CustomStringConvertible {
  /// What went wrong and where, in one line without a full stop.
  var message: PrintableText
  /// How the user can solve the problem, if there is a way.
  var remedy: PrintableText?
  /// The exit status.
  var status: ExitCode

  init(_ message: PrintableText, remedy: PrintableText? = nil, status: ExitCode) {
    self.message = message
    self.remedy = remedy
    self.status = status
  }

  /// The message and the remedy on one line.
  var description: String { remedy.map { "\(message) (\($0))" } ?? message.text }
}

extension Failure {
  /// Writing to standard output failed.
  init(notWritten why: String) {
    self.init("cannot write to standard output: \(why)", status: ExitStatus.environment)
  }
}
