/// What a selector needs to know of a packet.
public struct PacketFacts: Sendable {
  public var direction: LinkDirection
  /// The protocol after IP and its extension headers (IANA's number), or nil if it is no IP.
  public var ipProtocol: UInt8?
  /// The far side's address: where an uplink packet goes, where a downlink packet comes from.
  public var farAddress: LinkAddress?
  /// The far side's port, of TCP and UDP; a later fragment has none.
  public var farPort: UInt16?

  public init(
    direction: LinkDirection, ipProtocol: UInt8? = nil, farAddress: LinkAddress? = nil, farPort: UInt16? = nil
  ) {
    self.direction = direction
    self.ipProtocol = ipProtocol
    self.farAddress = farAddress
    self.farPort = farPort
  }
}
