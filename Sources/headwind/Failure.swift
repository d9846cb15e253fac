import ArgumentParser
import Dissection
import TextOutput

/// A reason to stop, in words for the person at the terminal: what went wrong, where, and what to do about it.
struct Failure: Error, CustomStringConvertible {
  /// What went wrong and where, one line, no full stop.
  var message: PrintableText
  /// What to do about it, if there is something.
  var remedy: PrintableText?
  /// What the command ends with.
  var status: ExitCode

  init(_ message: PrintableText, remedy: PrintableText? = nil, status: ExitCode) {
    self.message = message
    self.remedy = remedy
    self.status = status
  }

  /// One line, for where there is no room for two.
  var description: String { remedy.map { "\(message) (\($0))" } ?? message.text }
}

extension Failure {
  /// Standard output does not take what is written to it.
  init(notWritten why: String) {
    self.init("cannot write to standard output: \(why)", status: ExitStatus.environment)
  }
}
