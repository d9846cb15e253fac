import TestSupport

/// A run's capture as Wireshark's own reader shows it: what both ends of the link saw, with the comments.
struct RunCapture {
  struct Row {
    /// At the client's end of the link, or at the far side's.
    var isAtClient: Bool
    var isFromClient: Bool
    /// Seconds since the first packet.
    var time: Double
    var tcpFlags: Int
    /// Bytes that TCP or UDP carries.
    var payload: Int
    var comments: [String]

    /// Where it comes into the link, not where it comes out.
    var isEntering: Bool { isAtClient == isFromClient }
    /// The profile that came into force before it, and why.
    var note: String? { comments.first { $0.hasPrefix("profile: ") } }
    var fate: String { comments.last ?? "" }
  }

  private static let tools = ["tshark": "tshark", "curl": "curl", "python3": "python3"]
  private static let fields = [
    "frame.interface_name", "ip.src", "frame.time_relative", "tcp.flags", "tcp.len", "udp.length", "frame.comment",
  ]

  /// Sends so many datagrams of 40 bytes (ECN-capable ones) a millisecond apart, from a port to one where nobody listens.
  static func datagrams(_ count: Int) -> String {
    """
    python3 -c 'import socket, time
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.setsockopt(0, socket.IP_TOS, 2)
    for n in range(\(count)): s.sendto(b"%040d" % n, ("10.83.0.1", 4100)); time.sleep(0.001)'
    """
  }

  let rows: [Row]
  let errors: String

  /// Runs a client on a link.
  init(_ options: String, client: String) throws {
    let result = try Shell.run(
      """
      $headwind run -q --seed 5 --capture $folder/run.pcapng --capture-side both \(options) -- bash -c '
      cd "$0"
      get() { curl -4 -sS --max-time "$1" -o /dev/null "${@:2}"; }
      '\(Self.quoted(client)) $folder >&2
      tshark -r $folder/run.pcapng -T fields -E separator='|' -E occurrence=a -E aggregator='&' \
        \(Self.fields.map { "-e \($0)" }.joined(separator: " "))
      """, tools: Self.tools)
    errors = result.errors
    rows = result.lines.compactMap { line in
      let values = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      guard values.count == Self.fields.count, values[0].isEmpty == false else { return nil }
      // An ICMP error quotes a packet: the addresses of the outer one come first.
      func first(_ index: Int) -> Substring { values[index].prefix { $0 != "&" } }
      return Row(
        isAtClient: values[0] == "client", isFromClient: first(1) == "10.83.0.2", time: Double(values[2]) ?? 0,
        tcpFlags: Int(first(3).dropFirst(2), radix: 16) ?? 0,
        payload: Int(first(4)) ?? Int(first(5)).map { $0 - 8 } ?? 0,
        comments: values[6].split(separator: "&").map(String.init))
    }
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.replacing("'", with: "'\\''"))'"
  }

  /// The packets after which another profile came into force: the first that says so, and its place.
  var switches: [(index: Int, note: String)] {
    rows.indices.compactMap { index in rows[index].note.map { (index, $0) } }
  }

  /// How many of those packets were seen up to a place, that one included.
  func count(upTo index: Int, where isCounted: (Row) -> Bool) -> Int {
    rows[...index].count { isCounted($0) }
  }
}
