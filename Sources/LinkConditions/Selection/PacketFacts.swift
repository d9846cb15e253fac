/// What a selector needs to know about a packet.
public struct PacketFacts: Sendable {
  public var direction: LinkDirection
  /// The protocol after IP and its extension headers (IANA's number), or nil if this is not IP.
  public var ipProtocol: UInt8?
  /// The far side's address: the destination of an uplink packet, the source of a downlink packet.
  public var farAddress: LinkAddress?
  /// The far side's TCP or UDP port. Fragments after the first have none.
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
