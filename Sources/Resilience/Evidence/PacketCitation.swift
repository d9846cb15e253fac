public import Wire

/// Which packet of a scenario's capture says something, and when it was seen.
public struct PacketCitation: Hashable, Sendable {
  /// Its number in the capture, from 1.
  public var number: Int
  public var timestamp: Timestamp

  public init(number: Int, timestamp: Timestamp) {
    self.number = number
    self.timestamp = timestamp
  }

  init(_ frame: Frame) {
    self.init(number: frame.number, timestamp: frame.timestamp)
  }
}
