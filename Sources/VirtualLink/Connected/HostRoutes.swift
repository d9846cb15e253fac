/// The routes of the main table of the calling thread's network namespace, as /proc/net/route lists them.
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

  private static func lines(_ file: String) -> [[Substring]] {
    (Sysctl.readFile("/proc/thread-self/net/\(file)") ?? "").split(separator: "\n").map { line in
      line.split { $0 == " " || $0 == "\t" }
    }
  }
}
