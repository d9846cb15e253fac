/// Packets and their bytes on the wire.
struct PacketCount: Hashable {
  var packets = 0
  var bytes = 0

  mutating func add(_ length: Int) {
    packets += 1
    bytes &+= length
  }

  static func + (one: PacketCount, other: PacketCount) -> PacketCount {
    PacketCount(packets: one.packets + other.packets, bytes: one.bytes &+ other.bytes)
  }
}
