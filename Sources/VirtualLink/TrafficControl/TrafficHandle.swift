/// The handle of a qdisc or of a class, which `tc` writes in hexadecimal as `1:2`.
struct TrafficHandle: Hashable, Sendable, CustomStringConvertible {
  /// The root of an interface's egress (TC_H_ROOT).
  static let root = TrafficHandle(rawValue: 0xFFFF_FFFF)
  /// An interface's ingress (TC_H_INGRESS).
  static let ingress = TrafficHandle(rawValue: 0xFFFF_FFF1)
  static let none = TrafficHandle(rawValue: 0)
  /// The qdisc that only holds filters, for both directions. Its parent is TC_H_CLSACT, which equals `ingress`.
  static let clsact = TrafficHandle(0xFFFF)
  /// The clsact filters for incoming packets, which run before anything else sees a packet (TC_H_MIN_INGRESS).
  static let clsactIngress = TrafficHandle(rawValue: 0xFFFF_FFF2)
  /// The clsact filters for outgoing packets, which run before the root qdisc (TC_H_MIN_EGRESS).
  static let clsactEgress = TrafficHandle(rawValue: 0xFFFF_FFF3)

  var rawValue: UInt32

  init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The handle of a qdisc.
  init(_ major: UInt16) {
    rawValue = UInt32(major) << 16
  }

  /// The major number, which identifies the qdisc.
  var major: UInt16 { UInt16(rawValue >> 16) }

  /// A class of this qdisc.
  func band(_ minor: UInt16) -> TrafficHandle {
    TrafficHandle(rawValue: rawValue & 0xFFFF_0000 | UInt32(minor))
  }

  var description: String {
    if self == .root { return "root" }
    let minor = rawValue & 0xFFFF
    return String(rawValue >> 16, radix: 16) + ":" + (minor == 0 ? "" : String(minor, radix: 16))
  }
}
