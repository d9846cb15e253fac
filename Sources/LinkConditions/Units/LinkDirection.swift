/// One of a link's two directions.
public enum LinkDirection: UInt8, Hashable, Sendable, CaseIterable {
  /// From the client to the far side.
  case uplink
  /// From the far side to the client.
  case downlink
}
