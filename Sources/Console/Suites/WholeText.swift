import Glibc

/// The text of a file that was written by a command of ours.
enum WholeText {
  /// Reads from the beginning, however far others have read or written.
  ///
  /// - Parameter most: how many bytes are read, about.
  static func read(_ file: Int32, most: Int) -> String {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var all: [UInt8] = []
    while all.count < most {
      let count = pread(file, &bytes, bytes.count, off_t(all.count))
      guard count > 0 else { break }
      all += bytes.prefix(count)
    }
    return String(decoding: all, as: UTF8.self)
  }
}
