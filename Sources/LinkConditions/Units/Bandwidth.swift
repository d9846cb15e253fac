/// A transmission rate in bits per second. A kilobit is 1000 bits.
public struct Bandwidth: Hashable, Comparable, Sendable {
  /// The bits per second, at least 1.
  public let bitsPerSecond: UInt64

  /// A bandwidth in bits per second. 0 is treated as 1, because a link without any bandwidth is 100 % loss.
  public init(bitsPerSecond: UInt64) {
    self.bitsPerSecond = max(1, bitsPerSecond)
  }

  /// A bandwidth in kilobits (1000 bits) per second.
  public static func kilobits(_ count: UInt32) -> Bandwidth {
    Bandwidth(bitsPerSecond: UInt64(count) * 1_000)
  }

  /// A bandwidth in megabits (1,000,000 bits) per second.
  public static func megabits(_ count: UInt32) -> Bandwidth {
    Bandwidth(bitsPerSecond: UInt64(count) * 1_000_000)
  }

  public static func < (lhs: Bandwidth, rhs: Bandwidth) -> Bool {
    lhs.bitsPerSecond < rhs.bitsPerSecond
  }

  /// How long it takes to send this many bytes, rounded down, and at most the longest duration.
  public func duration(ofBytes count: Int) -> LinkDuration {
    var remainder: UInt64 = 0
    return duration(ofBytes: UInt64(max(0, count)), carrying: &remainder)
  }

  /// How many bytes are sent in this time, rounded down.
  func bytes(in duration: LinkDuration) -> Int {
    let product = bitsPerSecond.multipliedFullWidth(by: UInt64(max(0, duration.nanoseconds)))
    let divisor: UInt64 = 8_000_000_000
    return product.high < divisor ? Int(clamping: divisor.dividingFullWidth(product).quotient) : .max
  }

  /// How long it takes to send this many bytes. `remainder` carries what rounding down left over from earlier packets,
  /// in units of 1/`bitsPerSecond` of a nanosecond. So a rate stays exact over any number of packets.
  func duration(ofBytes count: UInt64, carrying remainder: inout UInt64) -> LinkDuration {
    let (bits, overflow) = count.multipliedReportingOverflow(by: 8)
    if overflow { return LinkDuration(nanoseconds: .max) }
    var (high, low) = bits.multipliedFullWidth(by: 1_000_000_000)
    let (sum, carry) = low.addingReportingOverflow(remainder)
    low = sum
    high += carry ? 1 : 0
    // The quotient fits into 64 bits only if the divisor is above the high half.
    guard high < bitsPerSecond else { return LinkDuration(nanoseconds: .max) }
    let division = bitsPerSecond.dividingFullWidth((high, low))
    remainder = division.remainder
    return LinkDuration(nanoseconds: Int64(clamping: division.quotient))
  }
}
