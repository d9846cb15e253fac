/// The routes of the main table of the calling thread's network namespace, as /proc/net/route and /proc/net/ipv6_route list them.
enum HostRoutes {
  /// A route to an IPv4 network. Addresses are in network byte order.
  struct Route: Hashable, Sendable {
    var interface: String
    var destination: UInt32
    var mask: UInt32
  }

  /// All routes to IPv4 networks.
  static var ipv4: [Route] {
    // Interface, destination, gateway, flags, three counters, mask: The addresses are hexadecimal, in the byte order
    // of this machine's memory.
    lines("route").dropFirst().compactMap { words in
      guard words.count > 7, let destination = UInt32(words[1], radix: 16), let mask = UInt32(words[7], radix: 16)
      else { return nil }
      return Route(
        interface: String(words[0]), destination: UInt32(bigEndian: destination), mask: UInt32(bigEndian: mask))
    }
  }

  /// Whether there is a default route, by IPv4 or by IPv6.
  static var hasDefault: Bool {
    if ipv4.contains(where: { $0.mask == 0 }) { return true }
    // Destination, its prefix length, source, its prefix length, next hop, metric, two counters, flags, interface.
    // The kernel's fallback route, which rejects packets, is on `lo` and does not count.
    return lines("ipv6_route").contains { $0.count > 9 && $0[1] == "00" && $0[9] != "lo" }
  }

  private static func lines(_ file: String) -> [[Substring]] {
    (Sysctl.readFile("/proc/thread-self/net/\(file)") ?? "").split(separator: "\n").map { line in
      line.split { $0 == " " || $0 == "\t" }
    }
  }
}
