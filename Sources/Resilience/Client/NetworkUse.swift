internal import Glibc

/// Whether any process in a network namespace has used the network since this value was created: sent a datagram (such as a DNS
/// query), opened a TCP connection, or failed to do either because there is no route or no carrier. The kernel counts all of them.
///
/// A connection that the namespace itself has accepted was one over the loopback, as drivers of browsers use: nobody else connects to a
/// client.
public final class NetworkUse: Sendable {
  /// The kernel's tables. Each shows the namespace of the thread that opened it, whoever reads it.
  private let tables: [CInt]
  private let before: Int

  /// Watches the namespace of the calling thread.
  public init() {
    let own = ["/proc/thread-self/net/snmp", "/proc/thread-self/net/snmp6"]
    tables = own.map { open($0, O_RDONLY | O_CLOEXEC) }
    before = Self.count(tables)
  }

  deinit {
    for table in tables where table >= 0 { close(table) }
  }

  public var hasBegun: Bool { Self.count(tables) > before }

  private static let counts: Set<Substring> = ["ActiveOpens", "OutDatagrams", "OutNoRoutes", "SndbufErrors"]
  private static let counts6: Set<Substring> = ["Udp6OutDatagrams", "Ip6OutNoRoutes", "Udp6SndbufErrors"]

  /// Adds `Udp: OutDatagrams`, `Tcp: ActiveOpens` without `PassiveOpens` (of both versions of IP), what could not be sent, and the same of
  /// IPv6.
  private static func count(_ tables: [CInt]) -> Int {
    let rows = tables.flatMap(lines)
    var total = 0
    // Each table of snmp is a line of names and a line of values.
    for (names, values) in zip(rows, rows.dropFirst()) where names.first == values.first {
      for (name, value) in zip(names, values).map({ ($0, Int($1) ?? 0) }) {
        if counts.contains(name) { total &+= value }
        if name == "PassiveOpens" { total &-= value }
      }
    }
    for row in rows where row.count == 2 && counts6.contains(row[0]) {
      total &+= row.last.flatMap { Int($0) } ?? 0
    }
    return total
  }

  private static func lines(of table: CInt) -> [[Substring]] {
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    let count = pread(table, &bytes, bytes.count, 0)
    guard count > 0 else { return [] }
    return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
  }
}
