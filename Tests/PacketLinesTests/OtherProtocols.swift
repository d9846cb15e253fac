import PacketLines
import Wire

/// The protocols that tcpdump has lines of its own for and we have not: the table in `docs/tcpdump-lines.md`.
///
/// A difference is explained only if our text goes, where it begins to differ, into what we print for one of these.
enum OtherProtocols {
  static let udpPorts: Set<Int> = Set(
    [
      88, 161, 162, 319, 320, 496, 500, 520, 521, 525, 646, 654, 698, 701, 750, 921, 1589, 1645, 1646, 1700,
      1701, 1812, 1813, 1985, 2049, 2103, 2104, 3456, 3503, 3784, 3785, 3799, 4342, 4500, 4567, 4784, 4790,
      5359, 6343, 6696, 6697, 6784, 7500, 8231, 8500, 12222, 12223, 17754, 30490, 49152,
    ] + Array(7000...7009) + Array(200...327) + Array(768...895) + Array(16512...16639))

  static let tcpPorts: Set<Int> = [23, 179, 323, 639, 646, 1723, 2049, 6379, 6633, 6653, 10288]

  static let ipProtocols: Set<Int> = [8, 9, 33, 46, 55, 88, 103, 113]

  static let etherTypes: Set<Int> = [
    0x0707, 0x1111, 0x3C12, 0x3C13, 0x6003, 0x809B, 0x80F3, 0x8137, 0x8808, 0x8809, 0x886F, 0x888E, 0x8899, 0x88A2,
    0x88CA, 0x88E5, 0x88F7, 0x8902, 0x8947, 0x894F, 0x9000, 0xABCD,
    0xD28B, 0xFEFE,
  ]

  /// Covers link types that identify their payload by another number, and EtherTypes that `-q` hides.
  static let names = [
    "IPX", "OSI", "oui Cisco", "oui Ethernet bridged", "oui Appletalk", "AF ISO", "AF Appletalk", "AF NS",
    "ISO, length", "Appletalk, length", "DN, length", "MPCP, length", "Slow Protocols, length", "EAPOL, length",
    "CFM, length", "Loopback, length", "TIPC, length", "PTP, length", "AoE, length", "NSH, length",
    "Realtek protocols, length", "GeoNet, length", "802.1AE MACsec", "MS NLB heartbeat, length",
  ]

  /// Covers protocols that are read in part: the rest of such a message has its own lines.
  static let parts = [
    "STP 802.1s", "STP 802.1aq", "Organization specific TLV", ", Database Description,", ", LS-Request,",
    ", LS-Update,",
    ", LS-Ack,", "[LLS", ", LLS", "LCP, ", "IPCP, ", "OSICP, ", "IP6CP, ", "MPLSCP, ", "CCP, ", "BACP, ", "PAP ",
    "CHAP ",
    "BAP ", "MLPPP ", "OSI ", "VJC IP", "gre-proto-0x8137", "gre-proto-0x809b", "gre-proto-0xfe", "[PPID M3UA]",
    "[PPID ForCES", "[ForCES", "unknown CHDLC protocol",
  ]

  /// Whether it is because of one of these protocols that `ours` is not `theirs`.
  static func explain(_ ours: String, unlike theirs: String) -> Bool {
    let (ours, theirs) = (Array(ours.utf8), Array(theirs.utf8))
    let common = zip(ours, theirs).prefix { $0 == $1 }.count
    let start = ours[..<common].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = ours[common...].firstIndex(of: 0x0A) ?? ours.count
    let line = String(decoding: ours[start..<end], as: UTF8.self)
    let before = String(decoding: ours[start..<common], as: UTF8.self)
    if names.contains(where: line.contains) { return true }
    if parts.contains(where: String(decoding: ours, as: UTF8.self).contains) { return true }
    if let type = number(after: "(0x", in: line, radix: 16), line.contains("ethertype"), etherTypes.contains(type) {
      return true
    }
    if let type = number(after: "ip-proto-", in: line, radix: 10), ipProtocols.contains(type) { return true }
    guard let ports = ports(in: before) else { return false }
    let isTCP = before.contains("Flags [")
    return ports.contains { (isTCP ? tcpPorts : udpPorts).contains($0) }
  }

  private static func number(after words: String, in line: String, radix: Int) -> Int? {
    guard let place = line.end(ofLast: words) else { return nil }
    return Int(line[place...].prefix { $0.isHexDigit && (radix == 16 || $0.isNumber) }, radix: radix)
  }

  /// The ports around the last `>`.
  private static func ports(in line: String) -> [Int]? {
    guard let place = line.end(ofLast: " > ") else { return nil }
    let source = line[..<line.index(place, offsetBy: -3)].split { $0 == " " || $0 == "\t" }.last
    let destination = line[place...].split { $0 == " " }.first
    return [source, destination].compactMap { word in
      word.flatMap { Int($0.split { $0 == "." || $0 == ":" }.last ?? "") }
    }
  }
}

extension String {
  /// Where the text after the last `words` begins.
  fileprivate func end(ofLast words: String) -> Index? {
    var found: Index?
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(words) {
        found = rest.index(rest.startIndex, offsetBy: words.count)
      }
      rest = rest.dropFirst()
    }
    return found
  }
}
