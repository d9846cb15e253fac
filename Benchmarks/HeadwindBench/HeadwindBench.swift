import Glibc
import SystemPackage

/// Measures Headwind against the programs that people use now, on this machine, and prints ratios.
///
/// `HEADWIND_BENCH_MB` sets how large the capture is that it makes for itself; 300 by default. Words on the command line
/// choose comparisons whose titles contain one of them (`link` chooses the four about links, which take root or an
/// ordinary user's right to make namespaces).
@main
enum HeadwindBench {
  /// The word that makes this program make the capture, and nothing else.
  private static let makesTraffic = "make-traffic"

  static func main() {
    do {
      let isSound = try measure()
      exit(isSound ? 0 : 1)
    } catch {
      say("bench: \(error)", on: .standardError)
      exit(4)
    }
  }

  private static func measure() throws -> Bool {
    let words = CommandLine.arguments.dropFirst()
    if words.first == makesTraffic, let path = words.dropFirst().first, let size = words.last.flatMap({ Int($0) }) {
      try TrafficCapture.ensure(at: path, megabytes: size)
      return true
    }
    let isWanted = { (title: String) in words.isEmpty || words.contains(where: title.contains) }
    try LinkBench.run(isWanted)
    return try measureCaptures(isWanted)
  }

  private static func measureCaptures(_ isWanted: (String) -> Bool) throws -> Bool {
    let folder = "bench-data"
    let megabytes = getenv("HEADWIND_BENCH_MB").flatMap { Int(String(cString: $0)) } ?? 300
    let capture = "\(folder)/traffic-\(megabytes).pcap"
    // The command that was built with us.
    let headwind = folderOfThisProgram() + "/headwind"
    let comparisons = CaptureComparisons.all(headwind, capture: capture).filter { isWanted($0.title) }
    guard !comparisons.isEmpty else { return true }
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw BenchError("\(folder) cannot be made") }
    say("\(megabytes) MB of traffic in \(capture)")
    // In a process of its own: a program's peak counts from the memory of the one that starts it, which must stay small.
    _ = try ProgramRun(
      [folderOfThisProgram() + "/HeadwindBench", makesTraffic, capture, "\(megabytes)"], output: "/dev/null")
    var isSound = true
    for comparison in comparisons { isSound = try comparison.run(in: folder) && isSound }
    return isSound
  }

  private static func folderOfThisProgram() -> String {
    guard let path = realpath("/proc/self/exe", nil) else { return "." }
    defer { free(path) }
    return String(cString: path).split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
  }
}

/// Writes a line at once, so that a long measurement can be followed through a pipe too.
func say(_ line: String, on descriptor: FileDescriptor = .standardOutput) {
  _ = try? descriptor.writeAll((line + "\n").utf8)
}
