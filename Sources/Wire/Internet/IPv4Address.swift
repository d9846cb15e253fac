/// An IPv4 address (RFC 791).
public struct IPv4Address: Hashable, Sendable {
  /// The address as a number, the first octet highest.
  public var rawValue: UInt32

  /// - Parameter rawValue: the address as a number, in the order of its octets.
  @inlinable
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The address `a.b.c.d`.
  public init(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) {
    rawValue = UInt32(a) << 24 | UInt32(b) << 16 | UInt32(c) << 8 | UInt32(d)
  }

  /// 0.0.0.0: none, or every one.
  public static let any = IPv4Address(rawValue: 0)
  /// 127.0.0.1.
  public static let loopback = IPv4Address(127, 0, 0, 1)
  /// 255.255.255.255.
  public static let broadcast = IPv4Address(rawValue: .max)

  /// Whether this is a group address, 224.0.0.0/4.
  public var isMulticast: Bool { rawValue >> 28 == 0xE }
}

extension IPv4Address: Comparable {
  public static func < (lhs: IPv4Address, rhs: IPv4Address) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension IPv4Address: LosslessStringConvertible {
  /// Four decimal octets with dots and nothing else; nil for any other spelling.
  public init?(_ description: String) {
    let octets = description.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard octets.count == 4 else { return nil }
    var value: UInt32 = 0
    for octet in octets {
      guard octet.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt8(String(octet) ?? "") else {
        return nil
      }
      value = value << 8 | UInt32(number)
    }
    rawValue = value
  }

  /// Dotted decimal.
  public var description: String {
    var text: [UInt8] = []
    append(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the dotted decimal text.
  public func append(to text: inout [UInt8]) {
    for shift in [UInt32(24), 16, 8, 0] {
      if shift < 24 { text.append(UInt8(ascii: ".")) }
      text.append(contentsOf: String(rawValue >> shift & 0xFF).utf8)
    }
  }
}
