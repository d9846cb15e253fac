import ArgumentParser
import Captures
import Dissection
import FarSide
import TextOutput
import VirtualLink

extension LinkName {
  /// Parses a link name from the command line. An invalid name is a usage error.
  init(word: String) throws(Failure) {
    do throws(LinkError) {
      try self.init(word)
    } catch {
      throw Failure(error, status: ExitStatus.usage)
    }
  }
}

extension Failure {
  /// Turns an error of a library into a failure of the command.
  init(_ error: any Error, status: ExitCode) {
    switch error {
    case let failure as Failure: self.init(failure.message, remedy: failure.remedy, status: status)
    case let error as LinkError:
      let remedy = error.remedy.map { PrintableText(lines: $0) }
      self.init(PrintableText(lines: error.message), remedy: remedy, status: status)
    case let error as ProgramError:
      switch error.kind {
      case .notFound: self.init("\(error.message)", status: ExitStatus.notFound)
      case .cannotExecute: self.init("\(error.message)", status: ExitStatus.cannotExecute)
      case .surroundings: self.init("\(error.message)", status: ExitStatus.ownFailure)
      }
    default: self.init("\(error)", status: status)
    }
  }
}
