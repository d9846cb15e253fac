import DequeModule

/// A message of an exchange that may still go on, for whoever lists messages as they come.
public struct FollowedMessage: Sendable {
  /// The number of the exchange.
  public var exchange: Int
  /// The place among the exchange's messages, from 1.
  public var place: Int
  /// The method of the request that the message belongs to.
  public var method: String?
  /// The URL of that request.
  public var url: String?
  /// The message itself.
  public var message: ExchangeMessage
}

/// The messages that have been complete since they were last asked for.
final class FollowedMessages {
  private var waiting: Deque<FollowedMessage> = []

  func add(_ message: FollowedMessage) { waiting.append(message) }
  func next() -> FollowedMessage? { waiting.popFirst() }
}
