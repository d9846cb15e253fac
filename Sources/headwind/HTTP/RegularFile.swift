import Glibc

/// Whether a path can be read twice.
enum RegularFile {
  static func isOne(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
