internal import Glibc

/// Regular files by their names.
public enum RegularFile {
  /// Whether a name is one's, which can be read twice.
  public static func isOne(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether two names are of the same one.
  public static func areSame(_ first: String, _ second: String) -> Bool {
    var (one, other) = (stat(), stat())
    guard stat(first, &one) == 0, stat(second, &other) == 0 else { return false }
    return one.st_ino == other.st_ino && one.st_dev == other.st_dev && one.st_mode & S_IFMT == S_IFREG
  }
}
