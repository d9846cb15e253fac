import Glibc

/// Runs real programs against the servers under test.
enum Shell {
  struct Result {
    var status: CInt
    var output: [UInt8]
    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// Runs a command line with `sh -c` and returns what it wrote to standard output.
  static func run(_ command: String) -> Result {
    guard let pipe = popen(command, "re") else { return Result(status: -1, output: []) }
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&chunk, 1, chunk.count, pipe)
      guard count > 0 else { break }
      output += chunk[..<count]
    }
    // The exit status is in the second byte of what `wait` reports (wait(2), WEXITSTATUS).
    return Result(status: (pclose(pipe) >> 8) & 0xff, output: output)
  }
}
