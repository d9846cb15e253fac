import Glibc
import Testing

/// A program that tests compare with, run with its output gathered.
enum Tool {
  struct Result {
    var status: Int32
    var output: String
    var errors: String
  }

  struct Missing: Error, CustomStringConvertible {
    var description: String
  }

  /// The Debian package that holds each program.
  private static let packages = [
    "tshark": "tshark", "capinfos": "wireshark-common", "tcpdump": "tcpdump", "unshare": "util-linux", "gzip": "gzip",
    "zstd": "zstd",
  ]

  /// Runs a program found on the path, to its end.
  static func run(_ words: String..., input: String = "/dev/null") throws -> Result {
    try run(words, input: input)
  }

  static func run(_ words: [String], input: String = "/dev/null") throws -> Result {
    try TemporaryFolder.with { folder in
      let (output, errors) = (folder + "/out", folder + "/err")
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
      posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)
      var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
      defer { arguments.forEach { free($0) } }
      var child: pid_t = 0
      let failure = posix_spawnp(&child, words[0], &actions, nil, &arguments, environ)
      guard failure == 0 else {
        let package = packages[words[0]] ?? words[0]
        throw Missing(description: "\(words[0]) is needed by this test: apt-get install \(package)")
      }
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
      let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
      return Result(
        status: code, output: String(decoding: try Files.read(output), as: UTF8.self),
        errors: String(decoding: try Files.read(errors), as: UTF8.self))
    }
  }
}
