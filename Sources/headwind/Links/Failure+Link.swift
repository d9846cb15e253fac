import ArgumentParser
import Captures
import FarSide
import VirtualLink

extension Failure {
  /// What a room has thrown, in the command's terms.
  init(_ error: any Error, status: ExitCode) {
    switch error {
    case let failure as Failure: self.init(failure.message, remedy: failure.remedy, status: status)
    case let error as LinkError: self.init(error.message, remedy: error.remedy, status: status)
    case let error as ProgramError:
      switch error.kind {
      case .notFound: self.init(error.message, status: ExitStatus.notFound)
      case .cannotExecute: self.init(error.message, status: ExitStatus.cannotExecute)
      case .surroundings: self.init(error.message, status: ExitStatus.ownFailure)
      }
    default: self.init("\(error)", status: status)
    }
  }
}
