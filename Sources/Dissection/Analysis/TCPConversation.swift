import Streams

/// A TCP conversation as the analysis knows it.
struct TCPConversation {
  var stream: Int
  /// By side: 0 the lower end of the key, 1 the other.
  var directions = (TCPDirection(), TCPDirection())
  /// Whether the segment at hand is its first.
  var isNew = true
  var completeness: UInt8 = 0
  /// Nanoseconds since the Unix epoch.
  var firstTime: Int64
  var previousTime: Int64
  var handshake = HandshakeClock()

  init(stream: Int, time: Int64) {
    self.stream = stream
    firstTime = time
    previousTime = time
  }

  /// What waits to be acknowledged, in bytes.
  var waitingBytes: Int { directions.0.waitingBytes + directions.1.waitingBytes }
}
