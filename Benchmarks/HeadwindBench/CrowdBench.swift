import Glibc

/// The memory of each mode with far more conversations than it can remember, and with conversations that never end.
enum CrowdBench {
  static let title = "memory of a crowd"
  /// As for streams that are no crowd: all that the program has in memory, in megabytes.
  private static let limit = 64.0

  private static let modes: [CrowdCapture: [[String]]] = [
    .holes: [
      ["capture", "-n", "-t", "-q"], ["capture", "-Y", "http", "-T", "fields", "-e", "http.request.uri"], ["http"],
      ["capture", "-Y", "tcp.analysis.flags"], ["stats", "conversations"], ["export", "jsonl"],
    ],
    .requests: [
      ["capture", "-Y", "http", "-T", "fields", "-e", "http.request.uri"], ["http"],
      ["capture", "-Y", "tcp.analysis.flags"], ["export", "jsonl"],
      ["capture", "-T", "fields", "-e", "tcp.stream", "-e", "http.time", "-e", "udp.stream"],
    ],
    .floods: [["capture", "-n"], ["http"], ["capture", "-Y", "tcp.analysis.flags"], ["stats", "conversations"]],
    .datagrams: [["capture", "-Y", "udp.stream == 7"], ["stats", "conversations", "udp"]],
    .gap: [["capture", "-Y", "http"], ["http"], ["export", "jsonl"]],
    .conflict: [["capture", "-Y", "http"], ["http"]],
    .endless: [["capture", "-Y", "http"], ["http"], ["export", "jsonl"]],
  ]

  /// Prints a row for each kind and mode; false if one has too much.
  static func run(_ programs: (headwind: String, bench: String), in folder: String, _ isWanted: (String) -> Bool) throws
    -> Bool
  {
    var isSound = true
    for kind in CrowdCapture.allCases {
      for mode in modes[kind] ?? [] {
        let name = "\(title): \(kind.rawValue), \(mode.joined(separator: " "))"
        guard isWanted(name) else { continue }
        isSound = try row(name, kind, mode, programs, folder) && isSound
      }
      unlink("\(folder)/crowd-\(kind.rawValue).pcap")
    }
    return isSound
  }

  private static func row(
    _ name: String, _ kind: CrowdCapture, _ mode: [String], _ programs: (headwind: String, bench: String),
    _ folder: String
  ) throws -> Bool {
    let run: ProgramRun
    if kind == .endless {
      let line = "'\(programs.bench)' make-crowd endless - | '\(programs.headwind)' \(mode.joined(separator: " ")) -r -"
      run = try ProgramRun(["sh", "-c", line], output: "/dev/null")
    } else {
      let path = "\(folder)/crowd-\(kind.rawValue).pcap"
      if access(path, R_OK) != 0 {
        _ = try ProgramRun([programs.bench, "make-crowd", kind.rawValue, path], output: "/dev/null")
      }
      run = try ProgramRun([programs.headwind] + mode + ["-r", path], output: "/dev/null")
    }
    let isReached = run.peakMegabytes <= limit
    say(
      Row(
        title: name, ours: "\(run.peakMegabytes.rounded(to: 1)) MB", peer: "", ratio: "",
        target: "\(limit.rounded(to: 0)) MB", isReached: isReached, isEqual: nil,
        notes: "\(run.seconds.rounded(to: 2)) s"
      ).text)
    return isReached
  }
}
