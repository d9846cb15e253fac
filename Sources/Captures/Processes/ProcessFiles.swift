internal import Glibc

/// Reads processes and their sockets from /proc.
enum ProcessFiles {
  /// The processes of a network namespace that this user may inspect, sorted by process id.
  static func processes(inNamespace namespace: ino_t) -> [Int32] {
    entries("/proc").compactMap { Int32($0) }.filter { self.namespace(of: "/proc/\($0)/ns/net") == namespace }.sorted()
  }

  /// The inode that identifies a namespace.
  static func namespace(of path: String) -> ino_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_ino : nil
  }

  /// The inodes of a process's open sockets.
  static func sockets(of process: Int32) -> [UInt64] {
    let folder = "/proc/\(process)/fd"
    return entries(folder).compactMap { socket(folder + "/" + $0) }
  }

  /// A process's short name; nil if it is gone.
  static func name(of process: Int32) -> String? {
    let file = open("/proc/\(process)/comm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(file, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count].prefix { $0 != 10 }, as: UTF8.self) : nil
  }

  /// Parses `socket:[1234]`, the symbolic link of a socket's descriptor.
  private static func socket(_ path: String) -> UInt64? {
    var words = [CChar](repeating: 0, count: 64)
    let length = readlink(path, &words, words.count)
    guard length > 0 else { return nil }
    let text = String(decoding: words[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard text.hasPrefix("socket:["), text.hasSuffix("]") else { return nil }
    return UInt64(text.dropFirst(8).dropLast())
  }

  private static func entries(_ path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
