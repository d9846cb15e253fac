import Captures
import Dissection
import VirtualLink

/// Runs what reads packets and prints; its errors become failures in words, and a reader who has seen enough is no error.
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
