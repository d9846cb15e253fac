/// A 48-bit IEEE 802 address.
public struct MACAddress: Hashable, Sendable {
  /// The address as a number, the first octet highest; the upper 16 bits are zero.
  public var rawValue: UInt64

  /// - Parameter rawValue: the address as a number of 48 bits, in the order of its octets.
  @inlinable
  public init(rawValue: UInt64) {
    self.rawValue = rawValue & 0xFFFF_FFFF_FFFF
  }

  /// ff:ff:ff:ff:ff:ff.
  public static let broadcast = MACAddress(rawValue: 0xFFFF_FFFF_FFFF)

  /// Whether the group bit is set (broadcast counts).
  public var isMulticast: Bool { rawValue >> 40 & 1 == 1 }

  /// Appends it in wire format.
  public func append(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: UInt16(truncatingIfNeeded: rawValue >> 32))
    bytes.append(bigEndian: UInt32(truncatingIfNeeded: rawValue))
  }
}

extension MACAddress: LosslessStringConvertible {
  /// Six pairs of hexadecimal digits with colons; nil for any other spelling.
  public init?(_ description: String) {
    let octets = description.split(separator: ":", omittingEmptySubsequences: false)
    guard octets.count == 6 else { return nil }
    var value: UInt64 = 0
    for octet in octets {
      guard octet.utf8.count == 2, octet.allSatisfy(\.isHexDigit), let number = UInt8(octet, radix: 16) else {
        return nil
      }
      value = value << 8 | UInt64(number)
    }
    rawValue = value
  }

  /// Six pairs of lower-case hexadecimal digits with colons.
  public var description: String {
    (0..<6).map { index in
      let octet = String(rawValue >> UInt64(40 - 8 * index) & 0xFF, radix: 16)
      return octet.utf8.count == 1 ? "0" + octet : octet
    }.joined(separator: ":")
  }
}
