import Glibc

/// Whether two names are of the same regular file.
enum SameFile {
  static func check(_ first: String, _ second: String) -> Bool {
    var (one, other) = (stat(), stat())
    guard stat(first, &one) == 0, stat(second, &other) == 0 else { return false }
    return one.st_ino == other.st_ino && one.st_dev == other.st_dev && one.st_mode & S_IFMT == S_IFREG
  }
}
