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

  /// What was appended and not yet written. Append to it, then call `endLine()`.
  var buffer: [UInt8] = []
  private let isUnbuffered: Bool

  /// `lineBuffered`: every line is written at once; so it is on a terminal in any case.
  init(lineBuffered: Bool = false) {
    isUnbuffered = lineBuffered || Terminal.isTerminal(.standardOutput)
    buffer.reserveCapacity(Self.capacity + 16 * 1024)
  }

  /// Writes when it is time to.
  mutating func endLine() throws(Trouble) {
    if isUnbuffered || buffer.count >= Self.capacity {
      try flush()
    }
  }

  /// Writes everything now.
  mutating func flush() throws(Trouble) {
    defer { buffer.removeAll(keepingCapacity: true) }
    do {
      guard !buffer.isEmpty else { return }
      _ = try FileDescriptor.standardOutput.writeAll(buffer)
    } catch Errno.brokenPipe {
      throw .closed
    } catch {
      throw .failed("\(error)")
    }
  }
}
