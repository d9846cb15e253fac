import CLinux

/// The words of this process's command line, the program's own name first.
///
/// `CommandLine.arguments` is read from /proc and is empty where there is none (a chroot, a bare container).
public enum CommandWords {
  public static let all: [String] = {
    let words = (0..<hw_argument_count()).compactMap { hw_argument($0).map { String(cString: $0) } }
    return words.isEmpty ? CommandLine.arguments : words
  }()
}
