import Glibc
import Synchronization
import SystemPackage
import TextOutput

/// Buffered standard output: a line needs no system call unless the output is a terminal.
struct StandardOutput: ~Copyable {
  /// The reason why nothing more can be written.
  enum Trouble: Error {
    /// The reader has closed the pipe, as `head` does. This is not an error.
    case closed
    /// The system's error message.
    case failed(String)
  }

  private static let capacity = 64 * 1024

  private var buffer: [UInt8] = []
  private let isUnbuffered: Bool

  /// `lineBuffered`: whether every line is written at once. On a terminal this is always so, unless a pager is used.
  init(lineBuffered: Bool = false) {
    isUnbuffered = lineBuffered || (Console.isOutput && !Pager.isRequested)
    // If the reader closes the pipe, get an error instead of the signal.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Whether text of this many bytes should be written now and not buffered.
  func isDue(_ count: Int) -> Bool {
    isUnbuffered || count >= Self.capacity
  }

  /// Appends text to the buffer.
  mutating func print(_ text: PrintableText) throws(Trouble) {
    buffer.append(contentsOf: text.text.utf8)
    if isDue(buffer.count) {
      try flush()
    }
  }

  /// Writes the buffer.
  mutating func flush() throws(Trouble) {
    defer { buffer.removeAll(keepingCapacity: true) }
    try write(buffer.span)
  }

  /// Writes bytes at once.
  func write(_ bytes: Span<UInt8>) throws(Trouble) {
    guard !bytes.isEmpty else { return }
    guard Console.isOutput else { return try writeAll(bytes) }
    Pager.startIfRequested()
    try Progress.hidden { () throws(Trouble) in try writeAll(bytes) }
  }

  private func writeAll(_ bytes: Span<UInt8>) throws(Trouble) {
    var written = 0
    while written < bytes.count {
      do {
        // The pointer is used only during this call.
        written += try bytes.extracting(written...).withUnsafeBytes { try FileDescriptor.standardOutput.write($0) }
      } catch Errno.brokenPipe {
        throw .closed
      } catch {
        throw .failed("\(error)")
      }
    }
  }
}

/// `print` would accept any string, even an unescaped one from a packet or a program, and would hide write errors.
@available(*, unavailable, message: "use StandardOutput.show or .tell, which take text that is safe to show")
func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {}

/// Output of commands that print only a few lines.
extension StandardOutput {
  /// Writes lines at once.
  static func show(_ lines: [PrintableText]) throws(Trouble) {
    try show(text: lines.map { $0 + "\n" }.joined())
  }

  /// Writes a line at once.
  static func show(_ line: PrintableText) throws(Trouble) {
    try show(text: line + "\n")
  }

  /// Writes text that contains its own line feeds.
  static func show(text: PrintableText) throws(Trouble) {
    var output = StandardOutput()
    try output.print(text)
    try output.flush()
  }

  private static let told = Mutex<Trouble?>(nil)

  /// Writes a line for a command that must continue even if the line cannot be written. Call `checkTold` at the end
  /// to report an error.
  static func tell(_ line: PrintableText) {
    tell(text: line + "\n")
  }

  /// The same for text that contains its own line feeds.
  static func tell(text: PrintableText) {
    guard told.withLock({ $0 }) == nil else { return }
    do throws(Trouble) {
      try show(text: text)
    } catch {
      told.withLock { $0 = error }
    }
  }

  /// Throws if a line could not be written. It is no error if the reader has closed the pipe, because the command's
  /// exit status is its verdict.
  static func checkTold() throws(Trouble) {
    guard case .failed(let why) = told.withLock({ $0 }) else { return }
    throw .failed(why)
  }
}
