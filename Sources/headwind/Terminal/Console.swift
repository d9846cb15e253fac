import Glibc

/// The terminal of standard output and standard error at the start of the command. Later, a pager may replace
/// standard output.
enum Console {
  /// Whether standard output is a terminal.
  static let isOutput = isatty(STDOUT_FILENO) == 1
  /// Whether standard error is a terminal.
  static let isErrors = isatty(STDERR_FILENO) == 1
  /// The number of columns of standard output; nil if it is not a terminal.
  static let width: Int? = isOutput ? columns(of: STDOUT_FILENO) : nil

  /// The current number of columns of a terminal; 80 if it is unknown.
  static func columns(of descriptor: Int32) -> Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// An environment variable's value; nil if it is not set or empty.
  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
