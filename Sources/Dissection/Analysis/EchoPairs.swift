import Streams
import Wire

/// Which echo request a reply belongs to.
struct EchoKey: Hashable {
  var client: IPAddress
  var server: IPAddress
  /// Identifier and sequence number as they are in the packet.
  var identifier: UInt32
}

/// The echo requests that wait for their replies; the oldest go when there are too many.
struct EchoPairs {
  /// What one costs, in a table that is half full and in the order.
  private static let cost = 3 * MemoryLayout<EchoKey>.stride + 2 * MemoryLayout<PacketMark>.stride

  /// Half of how many there may be.
  private let most: Int
  private var waiting: [EchoKey: PacketMark] = [:]
  private var order: [EchoKey] = []
  /// Whether any was forgotten.
  private(set) var hasForgotten = false

  /// - Parameter budget: how many bytes they may take.
  init(budget: Int) {
    most = max(16, budget / Self.cost / 2)
  }

  mutating func ask(_ key: EchoKey, _ packet: PacketMark) {
    waiting[key] = packet
    order.append(key)
    guard order.count > 2 * most else { return }
    for old in order.prefix(most) { waiting[old] = nil }
    order.removeFirst(most)
    hasForgotten = true
  }

  mutating func answer(_ key: EchoKey) -> PacketMark? { waiting.removeValue(forKey: key) }
}
