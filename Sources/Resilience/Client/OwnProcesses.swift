internal import Glibc

/// The processes of the PID namespace that this process is in, besides the namespace's first.
///
/// Usually /proc is that of the namespace. In a container whose runtime covers parts of /proc the kernel refuses to mount another one
/// (the kernel's fs/namespace.c, mount_too_revealing), so /proc is the container's: it has the processes of all links, under the numbers
/// that they have in the container.
struct OwnProcesses {
  struct Entry: Equatable {
    /// The number by which /proc names it.
    var name: pid_t
    /// The number by which this process knows it.
    var number: pid_t
  }

  /// All of them. A process that may not be looked at in a /proc of others is left out.
  static var all: [Entry] {
    let names = numbers(in: "/proc")
    guard !hasOwnProc else { return names.filter { $0 != 1 }.map { Entry(name: $0, number: $0) } }
    guard let own = namespace(of: "self") else { return [] }
    return names.compactMap { name in
      guard namespace(of: "\(name)") == own, let number = levels(of: "\(name)").last, number != 1 else { return nil }
      return Entry(name: name, number: number)
    }
  }

  /// The numbers that are names in a directory.
  static func numbers(in path: String) -> [pid_t] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var numbers: [pid_t] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if let number = pid_t(name) { numbers.append(number) }
    }
    return numbers
  }

  /// Whether /proc belongs to this process's namespace: it knows the process by one number only.
  private static let hasOwnProc = levels(of: "self").count <= 1

  /// The numbers of a process in the namespaces from that of /proc to its own (proc_pid_status(5), NSpid).
  private static func levels(of name: String) -> [pid_t] {
    guard let file = fopen("/proc/\(name)/status", "re") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let text = String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
    return levels(in: text)
  }

  static func levels(in status: String) -> [pid_t] {
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("NSpid:") }) else { return [] }
    return line.split(whereSeparator: \.isWhitespace).dropFirst().compactMap { pid_t($0) }
  }

  /// What identifies the PID namespace of a process, or nil if it may not be looked at.
  private static func namespace(of name: String) -> String? {
    var bytes = [CChar](repeating: 0, count: 64)
    let count = readlink("/proc/\(name)/ns/pid", &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }
}
