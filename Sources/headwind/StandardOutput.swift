import Glibc
import Synchronization
import SystemPackage
import TextOutput

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

  /// `lineBuffered`: every line is written at once; so it is on a terminal in any case, unless a pager shows it.
  init(lineBuffered: Bool = false) {
    isUnbuffered = lineBuffered || (Console.isOutput && !Pager.isRequested)
    // A reader that goes away is an error of ours to handle, not a signal to die of.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Whether text that counts so many bytes should be written now rather than gathered.
  func isDue(_ count: Int) -> Bool {
    isUnbuffered || count >= Self.capacity
  }

  /// Gathers text.
  mutating func print(_ text: PrintableText) throws(Trouble) {
    buffer.append(contentsOf: text.text.utf8)
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
    guard !bytes.isEmpty else { return }
    guard Console.isOutput else { return try writeAll(bytes) }
    Pager.startIfRequested()
    try Progress.hidden { () throws(Trouble) in try writeAll(bytes) }
  }

  private func writeAll(_ bytes: Span<UInt8>) throws(Trouble) {
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

/// `print` takes any string, also one out of a packet or from another program, and does not say what becomes of it.
@available(*, unavailable, message: "use StandardOutput.show or .tell, which take text that is safe to show")
func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {}

/// The short output of commands that print a few lines.
extension StandardOutput {
  /// Writes lines at once.
  static func show(_ lines: [PrintableText]) throws(Trouble) {
    try show(text: lines.map { $0 + "\n" }.joined())
  }

  /// Writes a line at once.
  static func show(_ line: PrintableText) throws(Trouble) {
    try show(text: line + "\n")
  }

  /// Writes text that brings its own line feeds.
  static func show(text: PrintableText) throws(Trouble) {
    var output = StandardOutput()
    try output.print(text)
    try output.flush()
  }

  private static let told = Mutex<Trouble?>(nil)

  /// Writes a line for a command that has more to do than to print: it goes on whatever becomes of the line, and `checkTold` says
  /// at the end what did.
  static func tell(_ line: PrintableText) {
    tell(text: line + "\n")
  }

  /// The same for text that brings its own line feeds.
  static func tell(text: PrintableText) {
    guard told.withLock({ $0 }) == nil else { return }
    do throws(Trouble) {
      try show(text: text)
    } catch {
      told.withLock { $0 = error }
    }
  }

  /// Fails if a line could not be written. A reader that has gone is no failure: the command's status is its verdict.
  static func checkTold() throws(Trouble) {
    guard case .failed(let why) = told.withLock({ $0 }) else { return }
    throw .failed(why)
  }
}
