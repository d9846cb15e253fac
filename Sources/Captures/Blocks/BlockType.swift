/// The types of pcapng blocks that are supported.
///
/// Source: draft-ietf-opsawg-pcapng section 4, and its registry.
enum BlockType {
  /// A palindrome, which is the same in both byte orders.
  static let section: UInt32 = 0x0A0D_0D0A
  /// What a section says of its byte order: this in the order of its writer.
  static let byteOrderMark: UInt32 = 0x1A2B_3C4D
  static let interface: UInt32 = 1
  /// Obsolete.
  static let packet: UInt32 = 2
  static let simplePacket: UInt32 = 3
  static let names: UInt32 = 4
  static let statistics: UInt32 = 5
  static let enhancedPacket: UInt32 = 6
  static let secrets: UInt32 = 10
  /// Vendor-specific blocks. Those of the second type must not be copied into another file.
  static let custom: UInt32 = 0x0000_0BAD
  static let customNotToCopy: UInt32 = 0x4000_0BAD
}
