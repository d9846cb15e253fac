internal import Glibc

/// The TCP sockets of a network namespace by which a program still wants something of the network: they ask for a connection, or have
/// data that was not acknowledged. Connections that are idle, those that the program has closed, and those to the machine itself do not
/// count.
enum UnsettledSockets {
  /// In the namespace of the calling thread.
  static func count() -> Int {
    ["/proc/thread-self/net/tcp", "/proc/thread-self/net/tcp6"].map { path in
      lines(of: path).count(where: isUnsettled)
    }.reduce(0, +)
  }

  /// SYN_SENT (02) of include/net/tcp_states.h.
  private static let asking = "02"
  /// ESTABLISHED and CLOSE_WAIT, in which the program can still send.
  private static let open: Set<Substring> = ["01", "08"]

  /// Reads a line of proc_net_tcp(5): `0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 ...`.
  static func isUnsettled(_ line: Substring) -> Bool {
    let words = line.split(separator: " ")
    guard words.count > 4, words[0].hasSuffix(":"), !isLoopback(words[2]) else { return false }
    let state = words[3]
    if state == asking { return true }
    return open.contains(state) && words[4].prefix { $0 != ":" }.contains { $0 != "0" }
  }

  /// Addresses are in the order of the machine's bytes, so that 127.0.0.1 ends with 7F where the lowest byte comes first.
  private static func isLoopback(_ end: Substring) -> Bool {
    let address = end.prefix { $0 != ":" }
    if address.count == 8 { return address.hasSuffix("7F") }
    return address == "00000000000000000000000001000000"
      || address.hasPrefix("0000000000000000FFFF0000")
        && address.hasSuffix("7F")
  }

  private static func lines(of path: String) -> [Substring] {
    guard let file = fopen(path, "re") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 256 << 10)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
  }
}
