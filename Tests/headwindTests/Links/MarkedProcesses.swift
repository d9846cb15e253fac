import Glibc

/// The processes that descend from one that a test started: they carry a mark in their environment.
struct MarkedProcesses {
  /// `NAME=value`, for the environment of the first of them.
  let mark = "HEADWIND_TEST_MARK=\(getpid()).\(UInt64.random(in: 0 ... .max))"

  /// Their process ids. Zombies have no environment and are not among them.
  var all: [pid_t] {
    guard let directory = opendir("/proc") else { return [] }
    defer { closedir(directory) }
    var found: [pid_t] = []
    while let entry = readdir(directory) {
      // The name is an array of bytes that ends with a zero.
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard let process = pid_t(name), contents("/proc/\(name)/environ").contains(mark) else { continue }
      found.append(process)
    }
    return found
  }

  /// Waits until none is left, at most ten seconds.
  /// - Returns: those that are left.
  func waitUntilGone() -> [pid_t] {
    for _ in 0..<1000 {
      if all.isEmpty { return [] }
      usleep(10_000)
    }
    return all
  }
}

/// A small file as text, or "" if it cannot be read.
func contents(_ path: String) -> String {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return "" }
  defer { close(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while true {
    let length = read(file, &buffer, buffer.count)
    guard length > 0 else { return String(decoding: bytes, as: UTF8.self) }
    bytes += buffer.prefix(length)
  }
}
