internal import Glibc

/// The processes that a client has started and left behind.
///
/// A client's host runs in its own PID namespace with its own /proc. Every process there, besides the namespace's
/// first process and the host, was started by the client, whatever its session and parent.
enum LeftProcesses {
  /// The names of the processes that still run, besides those with certain names.
  static func names(except helpers: [String] = []) -> [String] {
    guard let directory = opendir("/proc") else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard let process = pid_t(name), process != 1, process != getpid(), let found = running(process) else { continue }
      if !helpers.contains(found) { names.append(found) }
    }
    return names.sorted()
  }

  /// Kills all of them.
  static func end() {
    guard let directory = opendir("/proc") else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard let process = pid_t(name), process != 1, process != getpid() else { continue }
      kill(process, SIGKILL)
    }
  }

  /// The name of a process, or nil if it is a zombie (proc_pid_stat(5)).
  private static func running(_ process: pid_t) -> String? {
    guard let file = fopen("/proc/\(process)/stat", "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 512)
    let line = String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
    guard let open = line.firstIndex(of: "("), let close = line.lastIndex(of: ")") else { return nil }
    let state = line[close...].dropFirst(2).first
    return state == "Z" || state == "X" ? nil : String(line[open...].dropFirst().prefix { $0 != ")" })
  }
}
