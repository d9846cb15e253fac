import Glibc
import Testing

/// The installed tshark, which says what Wireshark sees.
enum Wireshark {
  struct Missing: Error, CustomStringConvertible {
    var description: String
  }

  struct Result {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Runs tshark to its end, with times in UTC and no settings of the user's.
  static func run(_ arguments: [String]) throws -> Result {
    try TemporaryDirectory.with { directory in
      let (output, errors) = (directory + "/out", directory + "/err")
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
      posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)
      let settings = ["TZ=UTC", "PATH=/usr/bin:/usr/sbin:/bin:/sbin", "HOME=\(directory)", "LC_ALL=C.UTF-8"]
      var words: [UnsafeMutablePointer<CChar>?] = (["tshark"] + arguments).map { strdup($0) } + [nil]
      var environment: [UnsafeMutablePointer<CChar>?] = settings.map { strdup($0) } + [nil]
      defer { for pointer in words + environment { free(pointer) } }
      var child: pid_t = 0
      guard posix_spawnp(&child, "tshark", &actions, nil, &words, &environment) == 0 else {
        throw Missing(description: "tshark is not there to compare with; install it: apt-get install tshark")
      }
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
      return Result(
        status: status >> 8 & 0xFF, output: try TemporaryDirectory.read(output),
        errors: try TemporaryDirectory.read(errors))
    }
  }

  /// What it prints for a capture; fails where tshark does.
  static func read(_ capture: String, _ arguments: [String]) throws -> [Substring] {
    let result = try run(["-n", "-r", capture] + arguments)
    // Of a capture that is cut short, what comes before that counts.
    guard result.status == 0 || result.errors.contains("cut short") else {
      throw Missing(description: "tshark \(arguments) on \(capture): \(result.errors)")
    }
    var lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

/// A directory that exists for the length of one call.
enum TemporaryDirectory {
  static func with<Value>(_ body: (String) throws -> Value) throws -> Value {
    var template = Array("/tmp/headwind-fields-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Wireshark.Missing(description: "no directory can be made in /tmp: \(errno)")
    }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { remove(path) }
    return try body(path)
  }

  static func read(_ path: String) throws -> String {
    guard let file = fopen(path, "r") else { throw Wireshark.Missing(description: "cannot read \(path): \(errno)") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "w") else { throw Wireshark.Missing(description: "cannot write \(path): \(errno)") }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
      throw Wireshark.Missing(description: "short write: \(path)")
    }
  }

  private static func remove(_ path: String) {
    if unlink(path) != 0, let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
          tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        guard name != ".", name != ".." else { continue }
        remove(path + "/" + name)
      }
      closedir(folder)
      rmdir(path)
    }
  }
}
