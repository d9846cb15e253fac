/// Reads what conversations say inside TLS, and in HTTP/2. Who knows the secrets of a link supplies it to the link's timeline.
public protocol ConversationInsight: Sendable {
  /// Takes an Ethernet frame that has crossed the link. A frame waits until this returns.
  ///
  /// - Returns: what the frame has revealed; nil if nothing of its conversation can be read, or if it is HTTP/1 in the clear.
  func read(_ frame: Span<UInt8>, _ packet: ObservedPacket) -> RevealedTraffic?
}

/// What a packet has revealed about the exchanges of a conversation that is encrypted, or multiplexed.
public struct RevealedTraffic: Hashable, Sendable {
  /// The first lines of the requests whose heads are complete with it, as HTTP/1 would have them: `GET /search HTTP/2`.
  public var requests: [[UInt8]]
  /// Whether it completed a request.
  public var completesRequest: Bool
  /// Whether it brought the first bytes of a response.
  public var startsResponse: Bool

  /// What a packet showed.
  public init(requests: [[UInt8]] = [], completesRequest: Bool = false, startsResponse: Bool = false) {
    self.requests = requests
    self.completesRequest = completesRequest
    self.startsResponse = startsResponse
  }
}
