internal import Glibc

/// The processes that a client has started and left behind.
///
/// A client's host runs in its own PID namespace. Every process there, besides the namespace's first process and the host, was started by
/// the client, whatever its session and parent.
enum LeftProcesses {
  /// The names of the processes that still run, besides those with certain names.
  static func names(except helpers: [String] = []) -> [String] {
    all.compactMap { running($0.name) }.filter { !helpers.contains($0) }.sorted()
  }

  /// Kills all of them.
  static func end() {
    for process in all { kill(process.number, SIGKILL) }
  }

  private static var all: [OwnProcesses.Entry] {
    OwnProcesses.all.filter { $0.number != getpid() }
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
