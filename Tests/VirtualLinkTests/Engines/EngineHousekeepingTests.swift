import Glibc
import LinkConditions
import TestSupport
import Testing

@testable import VirtualLink

/// What hosts say on the link's behalf has no part in what becomes of a program's packets.
@Suite(.serialized) struct EngineHousekeepingTests {
  /// Ethernet: to everybody, from the client.
  private static let ethernet: [UInt8] = [UInt8](repeating: 0xFF, count: 6) + [2, 0, 0, 0, 0xC0, 0]

  private static func ipv6(next: UInt8, hops: UInt8, from source: UInt8, _ payload: [UInt8]) -> [UInt8] {
    var frame = ethernet + [0x86, 0xDD, 0x60, 0, 0, 0, 0, UInt8(payload.count), next, hops]
    frame += [UInt8](repeating: 0, count: 15) + [source]
    // The destination is all nodes of the link.
    frame += [0xFF, 2] + [UInt8](repeating: 0, count: 13) + [1]
    return frame + payload
  }

  private static func icmp(_ type: UInt8, hops: UInt8 = 255, from source: UInt8 = 1) -> [UInt8] {
    ipv6(next: 58, hops: hops, from: source, [type] + [UInt8](repeating: 0, count: 23))
  }

  private static func group(_ type: UInt8) -> [UInt8] {
    // The hop-by-hop header with a router alert (RFC 2711).
    ipv6(next: 0, hops: 1, from: 1, [58, 0, 5, 2, 0, 0, 1, 0, type] + [UInt8](repeating: 0, count: 19))
  }

  /// A membership report (IGMP), reports and queries of multicast listeners, router discovery, duplicate address detection.
  static let announcements: [[UInt8]] = {
    let ipv4: [UInt8] = [0x08, 0x00, 0x45, 0, 0, 28, 0, 0, 0, 0, 1, 2, 0, 0, 10, 83, 0, 2, 224, 0, 0, 251]
    let report: [UInt8] = [0x16, 0, 0, 0, 224, 0, 0, 251]
    let groups: [UInt8] = [130, 131, 132, 143]
    return [ethernet + ipv4 + report] + groups.map { group($0) } + [icmp(133), icmp(134), icmp(135, from: 0)]
  }()

  /// ARP, neighbour solicitation and advertisement, redirect.
  static let resolutions: [[UInt8]] = {
    let arp: [UInt8] = [0x08, 0x06, 0, 1, 8, 0, 6, 4, 0, 1] + [UInt8](repeating: 0, count: 20)
    return [ethernet + arp, icmp(135), icmp(136), icmp(137)]
  }()

  /// A packet of the program's that no stack answers (IEEE 802 local experimental EtherType 1).
  private static func numbered(_ number: UInt8) -> [UInt8] { ethernet + [0x88, 0xB5, number] }

  @Test func knowsWhatIsWhat() {
    for frame in Self.announcements { #expect(Housekeeping(frame.span) == .announcement, "\(frame)") }
    for frame in Self.resolutions { #expect(Housekeeping(frame.span) == .resolution, "\(frame)") }
    // An echo request; what claims to be neighbour discovery, and has come from elsewhere; TCP.
    for frame in [Self.icmp(128), Self.icmp(135, hops: 64), Self.ipv6(next: 6, hops: 64, from: 1, [0, 1, 0, 2])] {
      #expect(Housekeeping(frame.span) == nil)
    }
  }

  /// Frames that end anywhere, with anything in them.
  @Test func takesHostileFrames() {
    var random = SeededGenerator(seed: 11)
    for frame in Self.announcements + Self.resolutions {
      for length in 0...frame.count {
        var cut = Array(frame.prefix(length))
        let before = Housekeeping(cut.span)
        if length == frame.count { #expect(before != nil) }
        guard !cut.isEmpty else { continue }
        for _ in 0..<20 {
          cut[Int.random(in: 0..<cut.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
          _ = Housekeeping(cut.span)
        }
      }
    }
  }

  @Test(arguments: TestEngines.all, [DirectionConditions.clean, DirectionConditions(delay: .milliseconds(2))])
  func announcementsDoNotCross(_ kind: EngineKind, _ conditions: DirectionConditions) throws {
    let link = try TestLink(kind, uplink: conditions)
    let (client, farSide) = (try TestWire("c0", in: link.client), try TestWire("s0", in: link.farSide))
    for frame in Self.announcements { try client.send(frame) }
    try client.send(Self.numbered(1))
    #expect(farSide.receiveAny() == Self.numbered(1))
    let statistics = link.engine.stop().uplink
    #expect(statistics.entered == 1)
    #expect(statistics.left == 1)
  }

  /// A seed's fates are those of the program's packets, whatever is between them; and so are the numbers of a list.
  @Test func resolutionDrawsNoRandomNumberAndHasNone() throws {
    var lossy = DirectionConditions.clean
    lossy.loss = .random(CorrelatedProbability(.percent(30)))
    var listed = DirectionConditions.clean
    listed.dropped = PacketNumbers([1...1, 5...6])
    for conditions in [lossy, listed] {
      let alone = try Self.survivors(conditions, between: [])
      let among = try Self.survivors(conditions, between: Self.resolutions + Self.announcements)
      #expect(alone.numbers == among.numbers)
      #expect(alone.others == 0)
      #expect(among.others == 100 * Self.resolutions.count)
      if conditions == listed { #expect(alone.numbers == (0..<100).filter { ![0, 4, 5].contains($0) }) }
    }
  }

  /// Which of a hundred packets arrive, and how many other frames.
  private static func survivors(
    _ conditions: DirectionConditions, between: [[UInt8]]
  ) throws -> (numbers: [UInt8], others: Int) {
    let link = try TestLink(uplink: conditions, seed: 7)
    let (client, farSide) = (try TestWire("c0", in: link.client), try TestWire("s0", in: link.farSide))
    for number in 0..<UInt8(100) {
      for frame in between { try client.send(frame) }
      try client.send(numbered(number))
    }
    while true {
      let uplink = try link.engine.statistics().uplink
      if uplink.entered == 100, uplink.queued == 0 { break }
    }
    // What comes last says that all the rest has come: it is lost by no condition.
    let last = resolutions[0] + [0xAA]
    try client.send(last)
    var (numbers, others): ([UInt8], Int) = ([], 0)
    while let frame = farSide.receiveAny(), frame != last {
      if frame.count == 15 { numbers.append(frame[14]) } else { others += 1 }
    }
    let statistics = link.engine.stop().uplink
    #expect(statistics.entered == 100)
    #expect(statistics.left == numbers.count)
    #expect(statistics.entered == statistics.left + statistics.dropped)
    return (numbers, others)
  }

  /// A router joins the groups of all routers, and says so on the link; the far side of a connected link forwards.
  @Test func theFarSideJoinsNoGroupsThatItWouldReport() throws {
    let link = try LinkTopology()
    try link.farSide.perform {
      try Forwarding.turnOn()
      // Number, interface, group, users ...
      var groups: [String] = []
      for line in try Files.text("/proc/thread-self/net/igmp6").split(separator: "\n") {
        let words = line.split(separator: " ")
        if words[1] == "s0" { groups.append(String(words[2])) }
      }
      // The all-nodes groups of the link and of the interface are never reported (RFC 3810 section 6).
      let all = ["ff01", "ff02"].map { $0 + String(repeating: "0", count: 27) + "1" }
      #expect(groups.sorted() == all)
    }
  }
}
