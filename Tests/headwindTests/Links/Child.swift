import Glibc

/// A process that a test starts: the `headwind` that was built along with the tests, or a tool.
struct Child {
  let process: pid_t
  private let output: Int32

  /// - Parameters:
  ///   - environment: added to ours.
  /// - Throws: what could not be started.
  init(_ words: [String], environment: [String] = []) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Problem(what: "pipe", code: errno) }
    output = ends[0]
    // Another child that is started at the same time must not hold this one's output open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
    for end in ends { posix_spawn_file_actions_addclose(&actions, end) }
    var inherited: [String] = []
    var next = environ
    while let entry = next.pointee {
      inherited.append(String(cString: entry))
      next += 1
    }
    var arguments = words.map { strdup($0) } + [nil]
    var variables = (inherited + environment).map { strdup($0) } + [nil]
    defer { for string in arguments + variables { free(string) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, words[0], &actions, nil, &arguments, &variables)
    close(ends[1])
    guard code == 0 else {
      close(output)
      throw Problem(what: words[0], code: code)
    }
    self.process = process
  }

  /// Waits for its end.
  /// - Returns: the exit status, or 128 and the signal, as a shell has it; and all that it wrote.
  @discardableResult
  func wait() -> (status: Int32, output: String) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let length = read(output, &buffer, buffer.count)
      guard length > 0 else { break }
      bytes += buffer.prefix(length)
    }
    close(output)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    // As WIFSIGNALED and WEXITSTATUS have it (wait(2)).
    let signal = status & 0x7F
    return (signal == 0 ? (status >> 8) & 0xFF : 128 + signal, String(decoding: bytes, as: UTF8.self))
  }

  /// What could not be started, and why.
  struct Problem: Error {
    var what: String
    var code: Int32
  }

  /// The `headwind` beside the test bundle, copied to where every user may run it.
  static let headwind: String = {
    var path = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &path, path.count - 1)
    let bundle = String(decoding: path.prefix(max(0, length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    let directory = bundle.split(separator: "/").dropLast().joined(separator: "/")
    return "/" + directory + "/headwind"
  }()
}
