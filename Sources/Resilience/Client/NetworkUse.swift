internal import Glibc

/// Whether any process in this network namespace has used the network since this value was created: sent a datagram
/// (such as a DNS query) or opened a TCP connection. The kernel counts both, including connections without a route.
struct NetworkUse {
  private let before: Int

  init() {
    before = Self.count()
  }

  var hasBegun: Bool { Self.count() > before }

  /// `Udp: OutDatagrams` and `Tcp: ActiveOpens` (of both versions of IP), `Udp6OutDatagrams`.
  private static func count() -> Int {
    let tables = lines(of: "/proc/self/net/snmp")
    var total = 0
    // Each table is a line of names and a line of values.
    for (names, values) in zip(tables, tables.dropFirst()) where names.first == values.first {
      for (name, value) in zip(names, values) where name == "ActiveOpens" || name == "OutDatagrams" {
        total &+= Int(value) ?? 0
      }
    }
    for row in lines(of: "/proc/self/net/snmp6") where row.first == "Udp6OutDatagrams" {
      total &+= row.last.flatMap { Int($0) } ?? 0
    }
    return total
  }

  private static func lines(of path: String) -> [[Substring]] {
    guard let file = fopen(path, "re") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
  }
}
