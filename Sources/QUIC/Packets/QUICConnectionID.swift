import Wire

/// What names a connection in packets, chosen by the end that receives them (RFC 9000 section 5.1). It may be empty.
public struct QUICConnectionID: Hashable, Sendable {
  /// No ID of the versions that are read is longer, in bytes.
  public static let longest: Int = 20

  private var high: UInt64 = 0
  private var middle: UInt64 = 0
  private var low: UInt32 = 0
  private var length: UInt8 = 0

  /// The empty ID.
  public init() {}

  /// - Parameter range: inside the bytes.
  /// - Returns: nil if it is longer than ``longest``.
  public init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard range.count <= Self.longest, range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
    length = UInt8(range.count)
    for index in 0..<range.count {
      let byte = bytes[range.lowerBound &+ index]
      switch index {
      case 0..<8: high |= UInt64(byte) &<< UInt64(56 &- 8 &* index)
      case 8..<16: middle |= UInt64(byte) &<< UInt64(56 &- 8 &* (index &- 8))
      default: low |= UInt32(byte) &<< UInt32(24 &- 8 &* (index &- 16))
      }
    }
  }

  /// - Returns: nil if there are more than ``longest`` bytes.
  public init?(_ bytes: [UInt8]) {
    self.init(bytes.span, 0..<bytes.count)
  }

  /// How many bytes it has.
  public var count: Int { Int(length) }
  /// Whether it has none, so that only addresses and ports tell the connection.
  public var isEmpty: Bool { length == 0 }

  /// Its bytes.
  public var bytes: [UInt8] {
    (0..<count).map { index in
      switch index {
      case 0..<8: UInt8(truncatingIfNeeded: high >> UInt64(56 - 8 * index))
      case 8..<16: UInt8(truncatingIfNeeded: middle >> UInt64(56 - 8 * (index - 8)))
      default: UInt8(truncatingIfNeeded: low >> UInt32(24 - 8 * (index - 16)))
      }
    }
  }
}

extension QUICConnectionID: CustomStringConvertible {
  /// In hexadecimal digits.
  public var description: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
