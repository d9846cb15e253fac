import Glibc
import SystemPackage

/// Standard output with a buffer of our own: a line costs no system call unless someone watches.
struct StandardOutput: ~Copyable {
  /// Why nothing more can be written.
  enum Trouble: Error {
    /// The reader has gone, as `head` does; no reason to complain.
    case closed
    /// The system's words.
    case failed(String)
  }

  private static let capacity = 64 * 1024

  private var buffer: [UInt8] = []
  private let isUnbuffered: Bool

  /// `lineBuffered`: every line is written at once; so it is on a terminal in any case.
  init(lineBuffered: Bool = false) {
    isUnbuffered = lineBuffered || isatty(STDOUT_FILENO) == 1
    // A reader that goes away is an error of ours to handle, not a signal to die of.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Whether text that counts so many bytes should be written now rather than gathered.
  func isDue(_ count: Int) -> Bool {
    isUnbuffered || count >= Self.capacity
  }

  /// Gathers text.
  mutating func print(_ text: String) throws(Trouble) {
    buffer.append(contentsOf: text.utf8)
    if isDue(buffer.count) {
      try flush()
    }
  }

  /// Writes everything that was gathered.
  mutating func flush() throws(Trouble) {
    defer { buffer.removeAll(keepingCapacity: true) }
    try write(buffer.span)
  }

  /// Writes bytes at once.
  func write(_ bytes: Span<UInt8>) throws(Trouble) {
    var written = 0
    while written < bytes.count {
      do {
        // The span lends its bytes for this one call.
        written += try bytes.extracting(written...).withUnsafeBytes { try FileDescriptor.standardOutput.write($0) }
      } catch Errno.brokenPipe {
        throw .closed
      } catch {
        throw .failed("\(error)")
      }
    }
  }
}
