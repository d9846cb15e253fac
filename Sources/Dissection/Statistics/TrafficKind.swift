/// Between what conversations and endpoints are told apart.
public enum TrafficKind: String, CaseIterable, Sendable {
  /// What the two ends of a row are: ports or addresses.
  case tcp, udp, ip, ipv6, eth

  var hasPorts: Bool { self == .tcp || self == .udp }
}
