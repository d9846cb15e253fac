import CLinux

/// The arguments of this process's command line, beginning with the program's name.
///
/// `CommandLine.arguments` is read from /proc, and is empty if /proc is not mounted (a chroot, a bare container).
public enum CommandWords {
  /// The words of this process's command line.
  public static let all: [String] = {
    let words = (0..<hw_argument_count()).compactMap { hw_argument($0).map { String(cString: $0) } }
    return words.isEmpty ? CommandLine.arguments : words
  }()
}
