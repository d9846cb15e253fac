import Glibc
import SystemPackage
import VirtualLink

/// Measures Headwind against the programs that people use now, on this machine, and prints ratios.
///
/// `HEADWIND_BENCH_MB` sets how large the capture is that it makes for itself; 300 by default. Words on the command line
/// choose rows whose titles contain one of them: `list`, `HTTP`, `JSON`, `tree`, `statistics`, `export`, `gopacket`, `memory`,
/// `crowd`, `herd`, `TLS`, `QUIC`, `HTTP/2`, `console`; and `link`, `fidelity` and `live`, which take root or an ordinary user's right to make namespaces.
@main
enum HeadwindBench {
  /// The word that makes this program make the capture, and nothing else.
  private static let makesTraffic = "make-traffic"
  /// The same for one of the captures with very many conversations.
  private static let makesCrowd = "make-crowd"
  /// Where captures and outputs are.
  private static let folder = "bench-data"

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
    if words.first == makesTraffic, words.count == 4, let kind = TrafficKind(rawValue: words[words.startIndex + 1]),
      let size = words.last.flatMap({ Int($0) })
    {
      try TrafficCapture.ensure(kind, at: words[words.startIndex + 2], megabytes: size)
      return true
    }
    if words.first == makesCrowd, let kind = words.dropFirst().first.flatMap(CrowdCapture.init), let path = words.last {
      try kind.write(to: path)
      return true
    }
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw BenchError("\(folder) cannot be made") }
    let start = ContinuousClock.now
    defer { say("all of this took \((ContinuousClock.now - start).components.seconds) s") }
    let isWanted = { (title: String) in words.isEmpty || words.contains(where: title.contains) }
    // While this process has but one thread: an ordinary user gets a user namespace.
    let titles = LinkSpeedBench.titles + [FidelityBench.title, LiveCaptureBench.title, ConsoleBench.title]
    if titles.contains(where: isWanted) { try Privilege.obtain() }
    try LinkSpeedBench.run(isWanted, headwind: folderOfThisProgram() + "/headwind", in: folder)
    if isWanted(FidelityBench.title) { try FidelityBench.run(folderOfThisProgram() + "/headwind", in: folder) }
    var isSound = try TLSBench.run(isWanted)
    if isWanted(LiveCaptureBench.title) {
      isSound = try LiveCaptureBench.run(folderOfThisProgram() + "/headwind", in: folder) && isSound
    }
    let programs = (folderOfThisProgram() + "/headwind", folderOfThisProgram() + "/HeadwindBench")
    if isWanted(ConsoleBench.title) {
      try make(megabytes, folder)
      isSound = try ConsoleBench.runLive(programs.0) && isSound
      isSound =
        try ConsoleBench.runFiles(
          programs.0, capture: file(megabytes, folder), megabytes: megabytes, in: folder) && isSound
      try ConsoleBench.runLong(programs.0, in: folder)
    }
    if isWanted(HerdBench.title) { isSound = try HerdBench.run() && isSound }
    isSound = try measureEncrypted(isWanted) && isSound
    isSound = try QUICBench(headwind: programs.0, folder: folder).run(isWanted) && isSound
    isSound = try CrowdBench.run(programs, in: folder, isWanted) && isSound
    return try measureCaptures(isWanted) && isSound
  }

  private static var megabytes: Int { getenv("HEADWIND_BENCH_MB").flatMap { Int(String(cString: $0)) } ?? 300 }

  /// One kind of capture at a time, because tshark takes minutes for each.
  private static func measureEncrypted(_ isWanted: (String) -> Bool) throws -> Bool {
    let comparisons = LayerComparisons(
      headwind: folderOfThisProgram() + "/headwind", folder: folder, megabytes: megabytes)
    var isSound = true
    for (kinds, comparison) in comparisons.all where isWanted(comparison.title) {
      for kind in kinds { try make(megabytes, folder, kind) }
      isSound = try comparison.run(in: folder) && isSound
    }
    return isSound
  }

  private static func measureCaptures(_ isWanted: (String) -> Bool) throws -> Bool {
    // The command that was built with us.
    let headwind = folderOfThisProgram() + "/headwind"
    let files = (whole: file(megabytes, folder), http: file(megabytes / 3, folder), json: file(megabytes / 10, folder))
    let comparisons = CaptureComparisons(
      headwind: headwind, folder: folder, capture: files.whole, http: files.http, json: files.json,
      trees: file(megabytes / 20, folder))
    let wanted = comparisons.all.filter { isWanted($0.title) }
    let wantsMemory = isWanted("memory")
    guard !wanted.isEmpty || wantsMemory else { return true }
    say("\(megabytes) MB of traffic; a third of that for HTTP with tshark, a tenth for JSON, a twentieth for trees")
    for size in [megabytes, megabytes / 3, megabytes / 10, megabytes / 20] { try make(size, folder) }
    var isSound = true
    for comparison in wanted { isSound = try comparison.run(in: folder) && isSound }
    if wantsMemory {
      try make(megabytes * 10, folder)
      isSound = try MemoryBench.run(headwind, captures: (files.whole, file(megabytes * 10, folder))) && isSound
    }
    return isSound
  }

  private static func file(_ megabytes: Int, _ folder: String) -> String {
    TrafficKind.http1.file(megabytes, in: folder)
  }

  /// In a process of its own, so that its memory is given back.
  private static func make(_ megabytes: Int, _ folder: String, _ kind: TrafficKind = .http1) throws {
    let file = kind.file(megabytes, in: folder)
    _ = try ProgramRun(
      [folderOfThisProgram() + "/HeadwindBench", makesTraffic, kind.rawValue, file, "\(megabytes)"],
      output: "/dev/null")
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
