import LinkConditions
import Wire

/// Packets that the hosts on a link exchange for the link itself, and not for a program.
///
/// No conditions apply to them: they use no random numbers, have no packet numbers and are not counted. So a seed and
/// a `drop` list concern only the program's packets. The ends of a link have static neighbour entries and announce
/// nothing, but a program can cause announcements, for example by joining a multicast group.
enum Housekeeping {
  /// Address resolution: ARP (RFC 826), neighbour solicitations and advertisements, redirects (RFC 4861). It crosses
  /// at once.
  case resolution
  /// Messages to routers and switches, which a link does not have: group reports (IGMP, RFC 9776; MLD, RFC 3810),
  /// router discovery (RFC 4861), duplicate address detection (RFC 4862). They do not cross.
  case announcement

  /// Nil for a program's own packet, and for a frame with a VLAN tag.
  init?(_ frame: Span<UInt8>) {
    guard frame.count >= 14 + 20 else { return nil }
    switch frame.uint16(at: 12) {
    case 0x0806: self = .resolution
    case 0x0800 where frame[14 + 9] == 2: self = .announcement
    case 0x86DD: self.init(ipv6: frame)
    default: return nil
    }
  }

  private init?(ipv6 frame: Span<UInt8>) {
    let payload = 14 + 40
    guard frame.count >= payload + 4 else { return nil }
    switch frame[14 + 6] {
    case 58: self.init(neighbourDiscovery: frame, type: frame[payload])
    // MLD messages follow a hop-by-hop header with the "router alert" option.
    case 0:
      let message = payload + 8 * (Int(frame[payload + 1]) + 1)
      guard frame[payload] == 58, message < frame.count, Self.groupMessages.contains(frame[message]) else { return nil }
      self = .announcement
    default: return nil
    }
  }

  /// Genuine neighbour discovery messages have the hop limit 255, which shows that no router forwarded them.
  private init?(neighbourDiscovery frame: Span<UInt8>, type: UInt8) {
    guard frame[14 + 7] == 255 else { return nil }
    switch type {
    case 133, 134: self = .announcement
    case 135: self = (14 + 8..<14 + 24).allSatisfy { frame[$0] == 0 } ? .announcement : .resolution
    case 136, 137: self = .resolution
    default: return nil
    }
  }

  /// The types of multicast listener discovery, versions 1 and 2 (RFC 3810 section 5).
  private static let groupMessages: [UInt8] = [130, 131, 132, 143]

  /// The announcements, as matches for the kernel's filters.
  static let announcements: [PacketMatch] = {
    let groups = groupMessages.map { type in
      var match = PacketMatch(.ipv6, protocolNumber: 0)
      match.match(bytes: [58], at: 40)
      match.match(bytes: [type], at: 48)
      return match
    }
    let routers = ([133, 134] as [UInt8]).map { type in
      var match = PacketMatch(.ipv6, protocolNumber: 58)
      match.match(bytes: [type], at: 40)
      return match
    }
    var duplicates = PacketMatch(.ipv6, protocolNumber: 58)
    duplicates.match(bytes: [UInt8](repeating: 0, count: 16), at: 8)
    duplicates.match(bytes: [135], at: 40)
    return [PacketMatch(.ipv4, protocolNumber: 2)] + groups + routers + [duplicates]
  }()
}
