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
  private static let most = 4096

  private var waiting: [EchoKey: PacketMark] = [:]
  private var order: [EchoKey] = []

  mutating func ask(_ key: EchoKey, _ packet: PacketMark) {
    waiting[key] = packet
    order.append(key)
    guard order.count > 2 * Self.most else { return }
    for old in order.prefix(Self.most) { waiting[old] = nil }
    order.removeFirst(Self.most)
  }

  mutating func answer(_ key: EchoKey) -> PacketMark? { waiting.removeValue(forKey: key) }
}
