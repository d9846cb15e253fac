/// The messages of an exchange that is going on, in the order in which they were complete, within bounds.
final class MessageList {
  /// The most messages that are kept; all are counted.
  private static let most = 10_000
  /// What one takes besides its bytes.
  private static let cost = MemoryLayout<ExchangeMessage>.stride + 32

  private(set) var messages: [ExchangeMessage] = []
  private(set) var count = 0
  private(set) var heldBytes = 0
  /// The most bytes that are kept of one message.
  let limit: Int
  /// Told of each message with its place.
  var follower: ((ExchangeMessage, Int) -> Void)?

  init(limit: Int) {
    self.limit = limit
  }

  /// - Parameter room: how many bytes may be kept now.
  func add(_ message: ExchangeMessage, room: Int) {
    count += 1
    follower?(message, count)
    guard messages.count < Self.most, room >= Self.cost else { return }
    var message = message
    let most = min(limit, room - Self.cost)
    if message.bytes.count > most {
      message.bytes = Array(message.bytes.prefix(most))
      message.isCut = true
    }
    messages.append(message)
    heldBytes += Self.cost + message.bytes.count
  }
}
