/// The two ways across a link.
public enum LinkDirection: UInt8, CaseIterable, Sendable {
  /// Client to far side.
  case uplink
  /// Far side to client.
  case downlink
}
