import Wire

/// What the receiver of a stream has said that it takes (RFC 9293 section 3.10.7.4), as far as the capture shows it.
///
/// A capture may lack packets, and have them in another order than the receiver got them, so the bounds are wider than the receiver's own:
/// what they refuse no receiver would take.
package struct ReceiveWindow {
  /// The largest shift of RFC 7323, which is assumed where the receiver's SYN was not seen.
  private static let largestShift: UInt8 = 14
  /// How much farther than the window a segment may be, at least.
  private static let leastSlack: Int64 = 65_535

  private var shift = largestShift
  private var size: Int64 = 0
  /// The farthest offset that the receiver has said it takes; nil if nothing is known.
  private var end: Int64?

  /// Takes a segment of the receiver's.
  /// - Parameter acknowledged: what it acknowledges, as an offset in the stream that it receives.
  package mutating func take(_ segment: TCPSegment, acknowledged: Int64) {
    if segment.flags.contains(.syn) { shift = segment.windowShift ?? 0 }
    guard segment.flags.contains(.ack) else { return }
    // The window of a SYN is not scaled (RFC 7323 section 2.2).
    size = Int64(segment.window) << (segment.flags.contains(.syn) ? 0 : Int64(min(shift, Self.largestShift)))
    end = max(end ?? .min, acknowledged + size)
  }

  /// Whether the receiver may take a segment.
  /// - Parameter acknowledged: up to where it has acknowledged the stream.
  package func takes(_ range: Range<Int64>, acknowledged: Int64) -> Bool {
    guard let end else { return true }
    let slack = max(size, Self.leastSlack)
    return range.lowerBound <= end + slack && range.upperBound >= acknowledged - 2 * slack
  }

  /// Takes back what is known, because the capture lacks so much that it means nothing any more.
  package mutating func forget() { end = nil }
}
