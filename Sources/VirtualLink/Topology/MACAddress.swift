import CNetlink
import Glibc

/// A hardware address of one of a link's own interfaces, always the same, so that two captures differ in what matters.
/// They are locally administered (IEEE 802 section 8.2).
struct MACAddress: Hashable, Sendable {
  /// The text form that libnl reads.
  var text: String

  static let client = MACAddress(text: "02:00:00:00:c0:00")
  static let wireUplink = MACAddress(text: "02:00:00:00:00:a0")
  static let wireDownlink = MACAddress(text: "02:00:00:00:00:a1")
  static let farSide = MACAddress(text: "02:00:00:00:50:00")

  static let hostUplink = MACAddress(text: "02:00:00:00:00:b0")
  static let farUplink = MACAddress(text: "02:00:00:00:00:b1")

  /// Lends libnl's form of the address.
  func withAddress(_ body: (OpaquePointer) -> Void) throws {
    try withNetlinkAddress(text, family: AF_LLC, body)
  }
}
