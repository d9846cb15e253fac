import Glibc

/// A program that knows better: it gets text and says something.
enum Program {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// What `words` write when they read `input`.
  ///
  /// - Parameter package: the Debian package that brings the program.
  static func output(of words: [String], package: String, input: [UInt8]) throws -> String {
    var template = Array("/tmp/headwind-program-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(description: "no folder can be made in /tmp") }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let (given, said, errors) = (folder + "/in", folder + "/out", folder + "/err")
    defer {
      for path in [given, said, errors] { unlink(path) }
      rmdir(folder)
    }
    try write(input, to: given)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, given, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, said, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var child: pid_t = 0
    guard posix_spawnp(&child, words[0], &actions, nil, &arguments, environ) == 0 else {
      throw Failure(description: "\(words[0]) is needed by this test: apt-get install \(package)")
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else {
      throw Failure(description: "\(words[0]) ended with status \(status): \(try read(errors)) \(try read(said))")
    }
    return try read(said)
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "w") else { throw Failure(description: "cannot write \(path)") }
    let count = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, count == bytes.count else { throw Failure(description: "cannot write \(path)") }
  }

  private static func read(_ path: String) throws -> String {
    guard let file = fopen(path, "r") else { throw Failure(description: "cannot read \(path)") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
