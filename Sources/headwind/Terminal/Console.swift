import Glibc

/// The terminal that standard output and standard error may be, as it was when the command began: a pager may take its place later.
enum Console {
  /// Whether people see standard output as it is written.
  static let isOutput = isatty(STDOUT_FILENO) == 1
  /// Whether people see standard error as it is written.
  static let isErrors = isatty(STDERR_FILENO) == 1
  /// How many columns standard output has; nil if it is no terminal.
  static let width: Int? = isOutput ? columns(of: STDOUT_FILENO) : nil

  /// How many columns a terminal has now; 80 if it does not say.
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
