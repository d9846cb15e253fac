internal import Glibc

/// Runs a command to its end, with this process's environment.
enum BuildStep {
  static func run(_ words: [String]) throws(RunnerError) -> (status: Int32, output: String) {
    var environment: [String] = []
    var next = environ
    while let entry = next.pointee {
      environment.append(String(cString: entry))
      next += 1
    }
    let child = try ChildProcess(words: words, environment: environment)
    while true {
      child.readOutput()
      if let status = child.exitStatus() {
        child.readOutput()
        return (status, child.output)
      }
      var events = [child.outputEvent].compactMap { $0 }
      _ = poll(&events, nfds_t(events.count), 10)
    }
  }
}
