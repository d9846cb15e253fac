public import Wire

/// The unit and the offset of an interface's timestamps.
///
/// Source: draft-ietf-opsawg-pcapng, `if_tsresol` and `if_tsoffset`.
public struct TimestampResolution: Hashable, Sendable {
  /// Microseconds, the usual one.
  public static let microseconds = TimestampResolution(rawValue: 6)
  /// Nanoseconds.
  public static let nanoseconds = TimestampResolution(rawValue: 9)

  /// `if_tsresol`: units of 10^-n seconds or, if the top bit is set, of 2^-n seconds.
  public let rawValue: UInt8
  /// `if_tsoffset`: seconds to add to every timestamp.
  public var offset: Int64

  /// - Parameter offset: seconds to add to every time stamp.
  public init(rawValue: UInt8, offset: Int64 = 0) {
    self.rawValue = rawValue
    self.offset = offset
  }

  /// Whether the unit is finer than a microsecond, so that microseconds would lose precision.
  public var isFinerThanMicroseconds: Bool {
    rawValue & 0x80 == 0 ? rawValue > 6 : rawValue & 0x7F > 19
  }

  /// The instant `units` after the epoch, or the nearest one that can be represented.
  public func timestamp(_ units: UInt64) -> Timestamp {
    let exponent = Int(rawValue & 0x7F)
    let nanoseconds = rawValue & 0x80 == 0 ? decimal(units, exponent) : binary(units, exponent)
    guard offset != 0 else { return Timestamp(nanoseconds: nanoseconds) }
    let (shift, tooFar) = offset.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, over) = nanoseconds.addingReportingOverflow(shift)
    guard tooFar || over else { return Timestamp(nanoseconds: sum) }
    return Timestamp(nanoseconds: offset < 0 ? .min : .max)
  }

  /// The number of units from the epoch to an instant, the inverse of `timestamp`. Out-of-range values become the
  /// nearest one.
  public func units(_ timestamp: Timestamp) -> UInt64 {
    let (shift, tooFar) = offset.multipliedReportingOverflow(by: 1_000_000_000)
    let (difference, over) = timestamp.nanoseconds.subtractingReportingOverflow(shift)
    guard !tooFar, !over else { return offset < 0 ? .max : 0 }
    let nanoseconds = UInt64(max(0, difference))
    let exponent = Int(rawValue & 0x7F)
    guard rawValue & 0x80 == 0 else { return binaryUnits(nanoseconds, exponent) }
    switch exponent {
    case 9: return nanoseconds
    case 0...8: return nanoseconds / Self.powersOfTen[9 - exponent]
    case 10...28:
      let (product, over) = nanoseconds.multipliedReportingOverflow(by: Self.powersOfTen[exponent - 9])
      return over ? .max : product
    default: return nanoseconds == 0 ? 0 : .max
    }
  }

  /// nanoseconds * 2^exponent / 10^9, rounded up so that the conversion back gives the same nanosecond if possible.
  private func binaryUnits(_ nanoseconds: UInt64, _ exponent: Int) -> UInt64 {
    guard exponent < 64 else { return nanoseconds == 0 ? 0 : .max }
    var product = nanoseconds.multipliedFullWidth(by: 1 << UInt64(exponent))
    let (low, carry) = product.low.addingReportingOverflow(999_999_999)
    (product.low, product.high) = (low, product.high + (carry ? 1 : 0))
    guard product.high < 1_000_000_000 else { return .max }
    return UInt64(1_000_000_000).dividingFullWidth(product).quotient
  }

  private func decimal(_ units: UInt64, _ exponent: Int) -> Int64 {
    switch exponent {
    case 9: return Int64(clamping: units)
    case 0...8:
      let (product, over) = units.multipliedReportingOverflow(by: Self.powersOfTen[9 - exponent])
      return over ? .max : Int64(clamping: product)
    case 10...28: return Int64(clamping: units / Self.powersOfTen[exponent - 9])
    default: return 0
    }
  }

  private func binary(_ units: UInt64, _ exponent: Int) -> Int64 {
    // units * 10^9 / 2^exponent, in 128 bits so that it does not overflow.
    let product = units.multipliedFullWidth(by: 1_000_000_000)
    guard exponent > 0 else { return product.high == 0 ? Int64(clamping: product.low) : .max }
    guard exponent < 64 else {
      return exponent < 128 ? Int64(clamping: product.high >> UInt64(exponent - 64)) : 0
    }
    guard product.high >> UInt64(exponent) == 0 else { return .max }
    return Int64(clamping: product.high << UInt64(64 - exponent) | product.low >> UInt64(exponent))
  }

  /// 10^0 to 10^19, the largest power that fits into 64 bits.
  private static let powersOfTen: [UInt64] = (0..<20).map { exponent in
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}
