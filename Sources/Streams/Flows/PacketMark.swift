public import Wire

/// A packet of a capture, by its number and time.
public struct PacketMark: Hashable, Sendable {
  /// The place in the capture, from 1.
  public var number: Int
  /// When it was seen.
  public var timestamp: Timestamp

  /// - Parameter number: the place in the capture, from 1.
  public init(number: Int, timestamp: Timestamp) {
    self.number = number
    self.timestamp = timestamp
  }

  package init(_ frame: Frame) {
    self.init(number: frame.number, timestamp: frame.timestamp)
  }
}
