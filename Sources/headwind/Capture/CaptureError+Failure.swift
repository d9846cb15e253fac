import ArgumentParser
import Captures
import Dissection
import TextOutput
import VirtualLink

extension Failure {
  /// Turns a capture error into a message for the user, with a remedy and an exit status.
  init(_ error: CaptureError) {
    switch error.reason {
    case .invalidFilter:
      self.init(
        "capture filter \u{2018}\(error.path)\u{2019}: \(error.detail)",
        remedy: "See pcap-filter(7) for the syntax, for example: tcp port 80 and host 10.0.0.1",
        status: ExitStatus.usage)
    default:
      self.init("\(error)", remedy: Self.remedy(error.reason), status: Self.status(error.reason))
    }
  }

  private static func status(_ reason: CaptureError.Reason) -> ExitCode {
    switch reason {
    case .cutShort: ExitStatus.foundWrong
    case .notACapture, .unsupported, .malformed: ExitStatus.invalidFile
    case .invalidFilter: ExitStatus.usage
    case .unreadable, .unwritable, .diskFull, .closedPipe, .noSuchInterface, .notPermitted, .captureFailed:
      ExitStatus.environment
    }
  }

  private static func remedy(_ reason: CaptureError.Reason) -> PrintableText? {
    switch reason {
    case .noSuchInterface: "Interfaces are listed by `headwind capture -D`, links by `headwind link list`."
    case .notPermitted:
      "Run as root or with CAP_NET_RAW, or capture on your own link, which needs no privileges "
        + "(`headwind link up NAME`, then `-i NAME`)."
    case .diskFull:
      "Free space, write to another disk, or capture less: -s shortens packets, a filter or -c limits their number."
    case .cutShort: "Everything before this position was read."
    case .malformed: "Everything before this position was read; the rest is not reliable."
    default: nil
    }
  }
}

/// Runs a body that reads packets and prints. Its errors become failures with messages. It is no error if the reader
/// of the output closes it.
func explained(_ body: () throws -> Void) throws {
  do {
    try body()
  } catch let error as CaptureError {
    if error.reason == .closedPipe { return }
    throw Failure(error)
  } catch let error as LinkError {
    throw Failure(error, status: ExitStatus.environment)
  } catch StandardOutput.Trouble.closed {
    return
  } catch StandardOutput.Trouble.failed(let why) {
    throw Failure(notWritten: why)
  }
}
