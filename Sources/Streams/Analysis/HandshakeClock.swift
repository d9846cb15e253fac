package import Wire

/// Measures the initial round-trip time of a conversation as Wireshark does: from the last SYN to the first acknowledgment after
/// it that is no SYN itself.
package struct HandshakeClock {
  private var lastSYN: Int64?
  /// In nanoseconds; nil as long as it is not known.
  package private(set) var initialRoundTrip: Int64?

  package init() {}

  /// Takes the next segment.
  /// - Parameter time: in nanoseconds since the Unix epoch.
  package mutating func take(_ flags: TCPFlags, at time: Int64) {
    if flags.contains(.syn) {
      if !flags.contains(.ack) { lastSYN = time }
    } else if initialRoundTrip == nil, flags.contains(.ack), let start = lastSYN, start != 0, time != start {
      initialRoundTrip = time &- start
    }
  }
}
