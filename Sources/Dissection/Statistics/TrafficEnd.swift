import Wire

/// One end of a conversation.
struct TrafficEnd: Hashable {
  enum Address: Hashable {
    case internet(IPAddress)
    case ethernet(MACAddress)
  }

  var address: Address
  /// 0 where there are none.
  var port: UInt16

  var text: String {
    switch address {
    case .internet(let address): address.description
    case .ethernet(let address): address.description
    }
  }

  /// Which of two ends Wireshark shows first: the one with the higher port, or else the higher address.
  static func isFirst(_ one: TrafficEnd, before other: TrafficEnd) -> Bool {
    guard one.port == other.port else { return one.port > other.port }
    switch (one.address, other.address) {
    case (.internet(let one), .internet(let other)): return one >= other
    case (.ethernet(let one), .ethernet(let other)): return one.rawValue >= other.rawValue
    default: return true
    }
  }
}
