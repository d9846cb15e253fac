import Glibc

/// Kernel settings under /proc/sys. Those of `net` are the ones of the calling thread's network namespace.
enum Sysctl {
  /// The value without its line feed, or nil if the kernel has no such setting.
  static func read(_ name: String) -> String? {
    guard let text = readFile("/proc/sys/" + name) else { return nil }
    return String(text.prefix { $0 != "\n" })
  }

  /// Sets a value. A container may show /proc/sys read-only, and a kernel may lack IPv6: neither is an error, because
  /// these settings only suppress packets that would be noise in a capture.
  static func set(_ name: String, _ value: String) throws {
    let path = "/proc/sys/" + name
    guard writeFile(value, path: path) != 0 else { return }
    guard errno == EROFS || errno == ENOENT || errno == EACCES else { throw LinkError("write \(path)", errno: errno) }
  }

  /// Writes an existing file in a single `write` call, as files in /proc require. Returns 0, or -1 with `errno`.
  static func writeFile(_ text: String, path: String) -> Int32 {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return -1 }
    let bytes = Array(text.utf8)
    let written = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
    let code = errno
    close(file)
    errno = code
    return written == bytes.count ? 0 : -1
  }

  /// The whole content of a small text file; nil if it cannot be read.
  static func readFile(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count < 1 << 20 {
      let length = buffer.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
      guard length > 0 else { break }
      bytes.append(contentsOf: buffer[..<length])
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
