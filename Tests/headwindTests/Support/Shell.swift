import Glibc

/// Runs a script in which `$headwind` is the command under test and `$folder` a folder that is removed afterwards.
enum Shell {
  struct Result {
    var status: Int32
    var output: String
    var errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  struct Trouble: Error, CustomStringConvertible {
    var description: String
  }

  /// - Parameters:
  ///   - tools: the programs that the script needs, and the Debian packages that hold them.
  ///   - isolated: in user, network and mount namespaces of its own, as their root, whoever runs the test.
  static func run(
    _ script: String, tools: [String: String] = [:], isolated: Bool = false
  ) throws -> Result {
    var template = Array("/tmp/headwind-command-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Trouble(description: "no folder can be made in /tmp") }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let checks = tools.map {
      "command -v \($0) >/dev/null || { echo \($0) is needed: apt-get install \($1) >&2; exit 99; }"
    }
    let text = (["folder=\(folder)", "headwind=\(try command())"] + checks + [script]).joined(separator: "\n")
    let prefix = isolated ? ["unshare", "--user", "--map-root-user", "--net", "--mount"] : []
    // The outer shell keeps outputs and status apart and removes the folder when all is read.
    defer { _ = try? spawn(["rm", "-rf", folder], folder: "/dev/null") }
    let status = try spawn(prefix + ["bash", "-c", text], folder: folder)
    let (output, errors) = (try read(folder + "/.out"), try read(folder + "/.err"))
    guard status != 99 else { throw Trouble(description: errors) }
    return Result(status: status, output: output, errors: errors)
  }

  private static func spawn(_ words: [String], folder: String) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    if folder != "/dev/null" {
      posix_spawn_file_actions_addopen(&actions, 1, folder + "/.out", O_WRONLY | O_CREAT, 0o600)
      posix_spawn_file_actions_addopen(&actions, 2, folder + "/.err", O_WRONLY | O_CREAT, 0o600)
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var child: pid_t = 0
    guard posix_spawnp(&child, words[0], &actions, nil, &arguments, environ) == 0 else {
      throw Trouble(description: "\(words[0]) is needed: apt-get install util-linux bash")
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  private static func read(_ path: String) throws -> String {
    guard let file = fopen(path, "r") else { throw Trouble(description: "\(path) cannot be read") }
    defer { fclose(file) }
    var (bytes, piece) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    while true {
      let count = fread(&piece, 1, piece.count, file)
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += piece[..<count]
    }
  }

  /// The command lies beside the tests that were built with it.
  private static func command() throws -> String {
    guard let path = realpath("/proc/self/exe", nil) else { throw Trouble(description: "/proc is not mounted") }
    defer { free(path) }
    let folder = String(cString: path).split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    guard access(folder + "/headwind", X_OK) == 0 else {
      throw Trouble(description: "\(folder)/headwind is not there: swift build --build-tests makes it")
    }
    return folder + "/headwind"
  }
}
