/// How an exchange ended.
public enum HTTPOutcome: Hashable, Sendable {
  /// The response came to its end.
  case complete
  /// The capture ended first.
  case open
  /// The client closed the connection before the response was over: it gave up, or ran out of time.
  case abandoned
  /// The server closed the connection without having answered.
  case unanswered
  /// Someone closed the connection in the middle of his own message.
  case cutShort(by: HTTPParty)
  /// Someone ended the connection with a reset.
  case reset(by: HTTPParty)
  /// A message is not HTTP as it should be.
  case malformed(HTTPFault)
  /// Bytes without which the messages cannot be told apart are not in the capture.
  case lost
  /// There was no request, because there was no connection to send it on.
  case unconnected(ConnectionFailure)
  /// Memory was needed for others.
  case evicted
}

extension HTTPOutcome {
  /// True if it is the client that did not let the exchange come to its end.
  var isClientsDoing: Bool { self == .abandoned || self == .reset(by: .client) }
}
