import CLinux
import Glibc
import LinkConditions
import VirtualLink

/// Fifty links at once, each 1 Mbps and 50 ms: whether each of them is as exact as one alone, and what they take together.
enum ManyLinksBench {
  private static let links = 50
  private static let asked = 1_000_000.0
  private static let delay = 0.05

  static func run() throws {
    let conditions = DirectionConditions(bandwidth: Bandwidth(bitsPerSecond: 1_000_000), delay: .milliseconds(50))
    let bare = try (0..<links).map { _ in try BenchPath.bare() }
    let control = try ManyPaths(bare).delayErrors(expected: 0)
    let paths = try (0..<links).map { _ in try BenchPath.link(conditions) }
    let many = try ManyPaths(paths)
    // 8 bytes and the headers of IPv4 and UDP take their time at 1 Mbps.
    let errors = try many.delayErrors(expected: delay + 36 * 8 / asked)
    let before = try engineSeconds()
    let start = LinkMeasurements.now()
    let rates = try many.rates(payload: 1000, asked: asked)
    // A link that nobody needs any more ends, and its account with it.
    let cores = try withExtendedLifetime(many) { (try engineSeconds() - before) / (LinkMeasurements.now() - start) }
    report(errors, control)
    let worst = (rates.map { ($0 / asked - 1).magnitude }.max() ?? 1) * 100
    say(
      Row(
        title: "many links, rate of 1 Mbps", ours: "the worst of \(rates.count) is off by \(worst.rounded(to: 3)) %",
        peer: "",
        ratio: "", target: "0.1 %", isReached: rates.count == links && worst <= 0.1,
        notes:
          "the median by \((LinkSpeedBench.median(rates.map { ($0 / asked - 1).magnitude }) * 100).rounded(to: 3)) %"
      ).text)
    say(
      Row(
        title: "many links, processors", ours: "\(cores.rounded(to: 2))", peer: "", ratio: "", target: "under 1",
        isReached: cores < 1, notes: "all fifty engines, while each carries 1 Mbps"
      ).text)
  }

  private static func report(_ errors: [Double], _ control: [Double]) {
    for (words, share, limit) in [("p50", 50, 0.05), ("p99", 99, 0.25)] {
      let ours = errors[errors.count * share / 100]
      let bare = control[control.count * share / 100]
      say(
        Row(
          title: "many links, error of 50 ms at \(words)", ours: "\(ours.rounded(to: 3)) ms",
          peer: "bare interfaces \(bare.rounded(to: 3)) ms", ratio: "ratio \((ours / bare).rounded(to: 2))",
          target: "\(limit) ms or ratio 2", isReached: ours <= max(limit, 2 * bare), notes: "\(errors.count) datagrams"
        ).text)
    }
  }

  /// The processor time that all engines of this process have taken.
  private static func engineSeconds() throws -> Double {
    guard let tasks = opendir("/proc/self/task") else { throw BenchError("/proc/self/task cannot be read") }
    defer { closedir(tasks) }
    var total = 0.0
    while let entry = readdir(tasks) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let thread = Int32(name), text("/proc/self/task/\(thread)/comm").hasPrefix("headwind-link") else {
        continue
      }
      // The clock of a thread's processor time, by its number (as pthread_getcpuclockid(3) makes it).
      let clock = ~thread << 3 | 6
      var time = timespec()
      if clock_gettime(clock, &time) == 0 { total += Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 }
    }
    return total
  }

  private static func text(_ path: String) -> String {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = read(file, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }
}
