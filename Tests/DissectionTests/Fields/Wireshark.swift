import Dissection
import TestSupport

/// The installed tshark, which says what Wireshark sees.
enum Wireshark {
  /// Fields that it has since 4.2, and so not the one of Debian 12, which was built without the header fields of HTTP/3, too.
  static let newerFields: Set<String> = Set(
    [
      "tls.handshake.ja4", "tls.handshake.ja4_r", "dtls.handshake.ja4", "dtls.handshake.ja4_r", "http3.data",
      "http3.request.full_uri",
    ]
      + FieldTable.fields.map(\.name).filter { $0.hasPrefix("http3.headers.") })

  /// Fields whose values are sentences about a packet: ours are our own.
  static let sentences: Set<String> = ["_ws.expert.message"]

  /// The fields that it has, by their names: several may have one name.
  static func definitions() throws -> [String: [(type: String, label: String)]] {
    var known: [String: [(type: String, label: String)]] = [:]
    for line in try run(["-G", "fields"]).output.split(separator: "\n") {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      switch columns[0] {
      case "F": known[columns[2], default: []].append((columns[3], columns[1]))
      case "P": known[columns[2], default: []].append(("FT_PROTOCOL", columns[1]))
      default: break
      }
    }
    return known
  }

  /// Runs tshark to its end, with times in UTC and no settings of the user's.
  static func run(_ arguments: [String]) throws -> ToolResult {
    try TemporaryFolder.with { home in
      try Tool.run(["tshark"] + arguments, environment: ["TZ=UTC", "HOME=\(home)", "LC_ALL=C.UTF-8"])
    }
  }

  /// What it prints for a capture; fails where tshark does.
  static func read(_ capture: String, _ arguments: [String]) throws -> [Substring] {
    let result = try run(["-n", "-r", capture] + arguments)
    // In a truncated capture, everything before the truncation counts.
    guard result.status == 0 || result.errors.contains("cut short") else {
      throw ToolError("tshark \(arguments) on \(capture): \(result.errors)")
    }
    var lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
