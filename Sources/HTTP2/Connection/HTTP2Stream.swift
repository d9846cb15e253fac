import Wire

/// A stream that is open (RFC 9113 section 5.1), as far as the capture tells.
struct HTTP2Stream: Sendable {
  /// What one end has sent on it.
  struct Half: Sendable {
    /// Whether its request or its final response was seen.
    var hasHead = false
    /// Whether a field section of it could not be shown, which may have been its head.
    var hasLostHeaders = false
    var isEnded = false
    /// What it has sent that counts for the window, and what window updates have added to it (section 6.9.1).
    var sent: Int64 = 0
    var granted: Int64 = 0
    var isStalled = false
  }

  var halves = Pair(Half(), Half())
  /// The connection's count of losses when it began; windows are known only if there was none since.
  var epoch: Int
}
