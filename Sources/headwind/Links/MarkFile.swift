import Glibc

/// Empty files by which a link and the host of its client tell each other that something has happened.
enum MarkFile {
  static func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0
  }

  /// Creates a file when it is called; does nothing without a path.
  static func maker(of path: String?) -> @Sendable () -> Void {
    {
      guard let path else { return }
      let mark = creat(path, 0o666)
      if mark >= 0 { close(mark) }
    }
  }
}
