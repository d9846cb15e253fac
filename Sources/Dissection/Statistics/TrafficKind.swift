/// Between what conversations and endpoints are told apart.
public enum TrafficKind: String, CaseIterable, Sendable {
  case tcp, udp, ip, ipv6, eth

  var hasPorts: Bool { self == .tcp || self == .udp }
}
