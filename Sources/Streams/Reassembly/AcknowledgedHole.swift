import Wire

/// Bytes that are not in the capture, at least not yet, although the end that they were sent to has acknowledged them.
///
/// They were at the place of the capture before they were acknowledged, so that they are lost to it; only a capture on several
/// queues, one for each direction, may have them late.
struct AcknowledgedHole {
  /// How long after the acknowledgment the bytes may still come, in nanoseconds.
  private static let grace: UInt64 = 10_000_000

  /// Up to where the bytes were acknowledged, and when that was seen.
  var end: Int64
  var since: Timestamp
  /// The end of what the acknowledging side had said of its own by then.
  var said: Int64

  /// Whether nothing will fill it any more: it is old, or its sender has heard what the other end said after it had the
  /// bytes; its own queue then holds nothing older.
  func isDue(at now: Timestamp, heard: Int64) -> Bool {
    heard > said || (now - since).magnitude >= Self.grace
  }
}
