import Captures
import Glibc
import VirtualLink
import Wire

/// How quickly the console's page shows things, by the page's own clock in headless Chromium.
enum ConsoleBench {
  static let title = "console"
  private static let long = 10_000_000
  private static let port: UInt16 = 5005

  /// Prints the rows about files; false if a filter found other packets than `headwind capture`.
  static func runFiles(_ headwind: String, capture: String, megabytes: Int, in folder: String) throws -> Bool {
    let words = "\(title), \(megabytes) MB"
    let file = try PageMeasurement.figures("file", headwind: headwind, source: capture)
    let cold = try PageMeasurement.figures("cold", headwind: headwind, source: capture)
    show("\(words), first screen", file["first_screen"], "s", target: 0.5)
    show("\(words), all indexed", file["indexed"], "s", target: 1.5)
    show("\(words), jump to any packet", file["jump_median"], "ms", target: 50, worst: file["jump_worst"])
    let output = folder + "/theirs.out"
    defer { unlink(output) }
    let peer = try ProgramRun(["tshark", "-n", "-r", capture, "-Y", "http"], output: output)
    let theirs = try OutputFiles.lines(output) { _ in true }
    _ = try ProgramRun([headwind, "capture", "-n", "-r", capture, "-Y", "http"], output: output)
    let hits = try OutputFiles.lines(output) { _ in true }
    let isEqual = Double(hits) == file["hits"]
    let last = (file["filter_first_last"] ?? 0) / 1000
    say(
      Row(
        title: "\(words), filter http, last hit", ours: "\(last.rounded(to: 2)) s",
        peer: "tshark \(peer.seconds.rounded(to: 1)) s", ratio: "\((peer.seconds / last).rounded(to: 1)) x",
        target: "2 s", isReached: last <= 2, isEqual: isEqual,
        notes: "\(hits) packets, as capture -Y; tshark \(theirs), which differs after lost segments; "
          + "as the very first question \(((cold["cold"] ?? 0) / 1000).rounded(to: 2)) s"
      ).text)
    show("\(words), filter http, first hit", file["filter_first_hit"], "ms", target: 100)
    return isEqual
  }

  /// Prints the rows about ten million packets.
  static func runLong(_ headwind: String, in folder: String) throws {
    let path = folder + "/ten-million.pcap"
    try writeLong(path)
    defer { unlink(path) }
    let figures = try PageMeasurement.figures("scroll", headwind: headwind, source: path)
    let index = 24.0 * Double(long) / 1_048_576
    let words = "\(title), ten million packets"
    let rest = (figures["memory"] ?? 0) - index
    say(
      Row(
        title: "\(words), memory besides the index", ours: "\(rest.rounded(to: 0)) MB",
        peer: "index \(index.rounded(to: 0)) MB", ratio: "", target: "150 MB", isReached: rest <= 150, isEqual: nil,
        notes: "after scrolling, with what trees and marks need, \(((figures["after"] ?? 0) - index).rounded(to: 0)) MB"
      ).text)
    for (name, kind) in [("slow", "three rows a frame"), ("fast", "a thousand rows a frame")] {
      let rate = figures["\(name)_rate"] ?? 0
      say(
        Row(
          title: "\(words), scrolling \(kind)", ours: "\(rate.rounded(to: 1)) frames a second", peer: "", ratio: "",
          target: "60", isReached: rate >= 59, isEqual: nil,
          notes: "\((figures["\(name)_late"] ?? 0).rounded(to: 1)) % of the frames later than 25 ms"
        ).text)
    }
  }

  /// Prints the rows about a link with many packets; false if the capture dropped any.
  ///
  /// `HEADWIND_BENCH_SECONDS` sets how long each takes, 15 by default; `HEADWIND_BENCH_RATE` the packets a second, 200,000 by
  /// default. The index of an hour at the default rate has 17 GB, so a long run wants a lower one.
  static func runLive(_ headwind: String) throws -> Bool {
    let seconds = getenv("HEADWIND_BENCH_SECONDS").flatMap { Double(String(cString: $0)) } ?? 15
    let rate = getenv("HEADWIND_BENCH_RATE").flatMap { Int(String(cString: $0)) } ?? 200_000
    var isSound = true
    for pages in [1, 10] {
      let path = try BenchPath.link()
      let receiver = try BenchSocket.udp(in: path.farSide)
      try receiver.receive(at: path.farHost, port: port)
      let sender = try BenchSocket.udp(in: path.client)
      try sender.reach(path.farHost, port: port)
      let (sent, figures) = try path.client.perform {
        var measurement = try PageMeasurement(
          "live\(pages)", headwind: headwind, source: LinkTopology.clientInterface)
        try measurement.read(until: "ready")
        measurement.goOn()
        let sent = try LinkMeasurements.steadyPackets(sender, rate: rate, seconds: seconds + 3)
        try measurement.read(until: "done")
        measurement.goOn()
        try measurement.read()
        try measurement.end()
        return (sent, measurement.figures)
      }
      let missing = Double(sent) - (figures["packets"] ?? 0)
      isSound = isSound && missing <= 0
      let isQuick = isAtMost(100, figures["age_p50"]) && isAtMost(300, figures["age_p99"])
      say(
        Row(
          title: "\(title), live, \(pages) page\(pages == 1 ? "" : "s") open",
          ours: "packet to pixel p50 \(milliseconds(figures["age_p50"])), p99 \(milliseconds(figures["age_p99"]))",
          peer: "\(sent) packets in \((seconds + 3).rounded(to: 0)) s", ratio: "",
          target: pages == 1 ? "100 ms, 300 ms, nothing dropped" : nil,
          isReached: isQuick && missing <= 0, isEqual: missing <= 0,
          notes:
            "\(max(0, missing).rounded(to: 0)) packets missing; p50 at the beginning \(milliseconds(figures["age_begin"])), "
            + "at the end \(milliseconds(figures["age_end"])); "
            + "console \((figures["memory"] ?? 0).rounded(to: 0)) MB"
        ).text)
    }
    return isSound
  }

  private static func milliseconds(_ value: Double?) -> String { value.map { "\($0.rounded(to: 0)) ms" } ?? "never" }

  private static func isAtMost(_ limit: Double, _ value: Double?) -> Bool { value.map { $0 <= limit } ?? false }

  private static func show(_ title: String, _ value: Double?, _ unit: String, target: Double, worst: Double? = nil) {
    let value = value ?? .infinity
    let places = unit == "s" ? 2 : 0
    say(
      Row(
        title: title, ours: "\(value.rounded(to: places)) \(unit)", peer: "", ratio: "",
        target: "\(target.rounded(to: unit == "s" ? 1 : 0)) \(unit)", isReached: value <= target, isEqual: nil,
        notes: worst.map { "at worst \($0.rounded(to: places)) \(unit)" } ?? ""
      ).text)
  }

  /// 2 GB: four conversations of UDP, a microsecond apart.
  private static func writeLong(_ path: String) throws {
    var writer = try CaptureWriter.create(
      path, format: .pcap, interfaces: [.init(linkType: .ethernet, resolution: .microseconds)])
    let packets = (0..<4).map { flow in
      PacketBytes.udp(
        from: (0x0A01_0001, UInt16(40_000 + flow)), to: (0x0A02_0001, 9000), Array(CrowdWriter.text.prefix(146)))
    }
    for number in 1...long {
      let packet = packets[number % packets.count]
      let time = Timestamp(nanoseconds: 1_700_000_000_000_000_000 + Int64(number) * 1000)
      try writer.write(
        Frame(number: number, timestamp: time, linkType: .ethernet, originalLength: packet.count), packet.span)
    }
    try writer.close()
  }
}
