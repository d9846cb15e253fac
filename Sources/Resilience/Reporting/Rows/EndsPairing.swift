internal import DequeModule
internal import Wire

/// Finds for a packet that reached one end of a link the same packet as it left the other.
///
/// Packets are the same if their bytes are. Where several are, they arrive in the order in which they left; what was corrupted on its way
/// finds nothing.
struct EndsPairing {
  enum Direction {
    case uplink, downlink
  }

  /// A packet on its way.
  struct Departure {
    /// In seconds from the client's start.
    var time: Double
    /// Where its row is, if it has one.
    var row: Int?
  }

  /// The packets on their way, by a hash of their bytes.
  private var travelling: [Int: Deque<Departure>] = [:]

  mutating func left(_ bytes: Span<UInt8>, _ direction: Direction, _ departure: Departure) {
    travelling[Self.key(bytes, direction), default: []].append(departure)
  }

  mutating func arrived(_ bytes: Span<UInt8>, _ direction: Direction) -> Departure? {
    let key = Self.key(bytes, direction)
    let departure = travelling[key]?.popFirst()
    if travelling[key]?.isEmpty == true { travelling[key] = nil }
    return departure
  }

  /// Of the network's packet: the link's header is the link's own business.
  private static func key(_ bytes: Span<UInt8>, _ direction: Direction) -> Int {
    var hasher = Hasher()
    hasher.combine(direction)
    for index in min(EthernetHeader.length, bytes.count)..<bytes.count { hasher.combine(bytes[index]) }
    return hasher.finalize()
  }
}
