internal import DequeModule
internal import Wire

/// Pairs a packet that arrives at one end of a link with its departure at the other end.
///
/// Packets are paired by their bytes. Identical packets are assumed to arrive in the order in which they left. A
/// packet that was corrupted on the way has no partner.
struct EndsPairing {
  enum Direction {
    case uplink, downlink
  }

  /// A packet that is under way.
  struct Departure {
    /// In seconds from the client's start.
    var time: Double
    /// The index of its row, if it has one.
    var row: Int?
  }

  /// The packets that are under way, by a hash of their bytes.
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

  /// Hashes the IP packet, without the link-layer header.
  private static func key(_ bytes: Span<UInt8>, _ direction: Direction) -> Int {
    var hasher = Hasher()
    hasher.combine(direction)
    for index in min(EthernetHeader.length, bytes.count)..<bytes.count { hasher.combine(bytes[index]) }
    return hasher.finalize()
  }
}
