/// What a packet revealed about a conversation.
struct TrafficEvents: OptionSet, Sendable {
  let rawValue: UInt8

  static let syn = TrafficEvents(rawValue: 1)
  static let request = TrafficEvents(rawValue: 2)
  static let requestSent = TrafficEvents(rawValue: 4)
  static let responseStarted = TrafficEvents(rawValue: 8)
  /// The first line of a request is complete.
  static let requestLine = TrafficEvents(rawValue: 16)
}
