import Wire

/// Packet numbers, of which a header has only the lowest bytes (RFC 9000 section 17.1).
public enum PacketNumber {
  /// No number is greater: 2^62 - 1.
  public static let greatest: UInt64 = VariableInteger.greatest

  /// The whole number (RFC 9000 appendix A.3).
  ///
  /// - Parameters:
  ///   - truncated: the lowest bytes of the number.
  ///   - length: how many bytes these are, from 1 to 4.
  ///   - largest: the largest number that was read in the space; nil if none was.
  public static func decode(_ truncated: UInt64, length: Int, largest: UInt64?) -> UInt64 {
    let expected = largest.map { $0 &+ 1 } ?? 0
    let window: UInt64 = 1 << UInt64(8 * min(4, max(1, length)))
    let half = window / 2
    let candidate = expected & ~(window - 1) | truncated & (window - 1)
    if candidate &+ half <= expected, candidate < (greatest + 1) - window { return candidate + window }
    if candidate > expected &+ half, candidate >= window { return candidate - window }
    return candidate
  }
}
