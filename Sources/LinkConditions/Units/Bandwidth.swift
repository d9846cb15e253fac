/// A rate of transmission: bits per second, where a kilobit is 1000 bits.
public struct Bandwidth: Hashable, Comparable, Sendable {
  /// The bits per second, at least 1.
  public let bitsPerSecond: UInt64

  /// A bandwidth of so many bits per second; 0 is taken as 1, since a link of no bandwidth is 100 % loss.
  public init(bitsPerSecond: UInt64) {
    self.bitsPerSecond = max(1, bitsPerSecond)
  }

  /// So many kilobits (1000 bits) per second.
  public static func kilobits(_ count: UInt32) -> Bandwidth {
    Bandwidth(bitsPerSecond: UInt64(count) * 1_000)
  }

  /// So many megabits (1,000,000 bits) per second.
  public static func megabits(_ count: UInt32) -> Bandwidth {
    Bandwidth(bitsPerSecond: UInt64(count) * 1_000_000)
  }

  public static func < (lhs: Bandwidth, rhs: Bandwidth) -> Bool {
    lhs.bitsPerSecond < rhs.bitsPerSecond
  }

  /// How long so many bytes take at this rate, rounded down; the longest duration if it is longer than that.
  public func duration(ofBytes count: Int) -> LinkDuration {
    var remainder: UInt64 = 0
    return duration(ofBytes: UInt64(max(0, count)), carrying: &remainder)
  }

  /// How many bytes are sent in so much time, rounded down.
  func bytes(in duration: LinkDuration) -> Int {
    let product = bitsPerSecond.multipliedFullWidth(by: UInt64(max(0, duration.nanoseconds)))
    let divisor: UInt64 = 8_000_000_000
    return product.high < divisor ? Int(clamping: divisor.dividingFullWidth(product).quotient) : .max
  }

  /// How long so many bytes take, where `remainder` (in 1/`bitsPerSecond` of a nanosecond) is what rounding down left of
  /// the packets before: so a rate stays exact over any number of packets.
  func duration(ofBytes count: UInt64, carrying remainder: inout UInt64) -> LinkDuration {
    let (bits, overflow) = count.multipliedReportingOverflow(by: 8)
    if overflow { return LinkDuration(nanoseconds: .max) }
    var (high, low) = bits.multipliedFullWidth(by: 1_000_000_000)
    let (sum, carry) = low.addingReportingOverflow(remainder)
    low = sum
    high += carry ? 1 : 0
    // The quotient fits 64 bits only if the divisor is above the high half.
    guard high < bitsPerSecond else { return LinkDuration(nanoseconds: .max) }
    let division = bitsPerSecond.dividingFullWidth((high, low))
    remainder = division.remainder
    return LinkDuration(nanoseconds: Int64(clamping: division.quotient))
  }
}
