/// The number of a queueing discipline or of a class of one, which `tc` writes as `1:2`, in hexadecimal.
struct TrafficHandle: Hashable, Sendable, CustomStringConvertible {
  /// Where an interface's way out begins (TC_H_ROOT).
  static let root = TrafficHandle(rawValue: 0xFFFF_FFFF)
  /// Where an interface's way in is (TC_H_INGRESS).
  static let ingress = TrafficHandle(rawValue: 0xFFFF_FFF1)
  static let none = TrafficHandle(rawValue: 0)
  /// The discipline that has filters alone, for both ways (TC_H_CLSACT is its place, the same as of `ingress`).
  static let clsact = TrafficHandle(0xFFFF)
  /// Where its filters are that are asked before anything else sees a packet (TC_H_MIN_INGRESS).
  static let clsactIngress = TrafficHandle(rawValue: 0xFFFF_FFF2)
  /// Where its filters are that are asked before a packet comes to the way out (TC_H_MIN_EGRESS).
  static let clsactEgress = TrafficHandle(rawValue: 0xFFFF_FFF3)

  var rawValue: UInt32

  init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// A discipline's own number.
  init(_ major: UInt16) {
    rawValue = UInt32(major) << 16
  }

  /// The discipline's number.
  var major: UInt16 { UInt16(rawValue >> 16) }

  /// A class of this discipline.
  func band(_ minor: UInt16) -> TrafficHandle {
    TrafficHandle(rawValue: rawValue & 0xFFFF_0000 | UInt32(minor))
  }

  var description: String {
    if self == .root { return "root" }
    let minor = rawValue & 0xFFFF
    return String(rawValue >> 16, radix: 16) + ":" + (minor == 0 ? "" : String(minor, radix: 16))
  }
}
