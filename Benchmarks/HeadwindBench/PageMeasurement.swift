import Glibc

/// `Benchmarks/Console/measure.py`, which drives the console's page in a browser and says figures.
struct PageMeasurement {
  private let process: pid_t
  private let input: Int32
  private let output: UnsafeMutablePointer<FILE>
  private(set) var figures: [String: Double] = [:]

  /// Starts it in the namespaces of the calling thread.
  init(_ what: String, headwind: String, source: String) throws {
    var (toChild, fromChild): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else { throw BenchError("no pipe can be made") }
    for end in toChild + fromChild { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
    let words = ["python3", "Benchmarks/Console/measure.py", what, headwind, source]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var child: pid_t = 0
    guard posix_spawnp(&child, "python3", &actions, nil, &arguments, environ) == 0 else {
      throw BenchError("python3 cannot be run")
    }
    process = child
    close(toChild[0])
    close(fromChild[1])
    input = toChild[1]
    guard let stream = fdopen(fromChild[0], "r") else { throw BenchError("a pipe cannot be read") }
    output = stream
  }

  /// Takes figures until a line that is this word; nil to the end.
  mutating func read(until word: String? = nil) throws {
    var line: UnsafeMutablePointer<CChar>?
    var room = 0
    defer { free(line) }
    while getline(&line, &room, output) > 0 {
      let words = line.map { String(cString: $0) }?.split { $0 == " " || $0 == "\n" } ?? []
      if words.count == 1, String(words[0]) == word { return }
      if words.count == 2, let value = Double(words[1]) { figures[String(words[0])] = value }
    }
    guard word == nil else { throw BenchError("the browser's measurement ended early") }
  }

  func goOn() { _ = "\n".withCString { write(input, $0, 1) } }

  /// Waits for its end.
  func end() throws {
    close(input)
    fclose(output)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw BenchError("the browser's measurement failed; it needs python3 and chromium") }
  }

  /// Runs one to its end.
  static func figures(_ what: String, headwind: String, source: String) throws -> [String: Double] {
    var measurement = try PageMeasurement(what, headwind: headwind, source: source)
    try measurement.read()
    try measurement.end()
    return measurement.figures
  }
}
