import Captures
import Dissection
import VirtualLink

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
