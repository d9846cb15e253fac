import Glibc

/// The names of the files in a directory.
enum FileNames {
  /// The names, in no order, without those that begin with a dot; none if the directory cannot be read.
  static func all(in path: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      // The name is an array of bytes that ends with a zero.
      names.append(
        withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.filter { !$0.hasPrefix(".") }
  }
}
