import CNetlink

/// A message to the kernel (netlink(7), rtnetlink(7)): a header, a fixed part, and attributes.
///
/// libnl lacks most attributes of netem and leaves out those that are zero. The kernel then keeps the old values.
struct NetlinkMessage {
  private(set) var bytes: [UInt8]
  private static let headerLength = 16

  /// - Parameters:
  ///   - flags: flags in addition to NLM_F_REQUEST.
  ///   - fixed: the fixed part, such as `tcmsg`.
  init<Fixed: BitwiseCopyable>(type: some BinaryInteger, flags: Int32, _ fixed: Fixed) {
    bytes = [UInt8](repeating: 0, count: Self.headerLength)
    put(UInt16(truncatingIfNeeded: type), at: 4)
    put(UInt16(truncatingIfNeeded: flags | NLM_F_REQUEST), at: 6)
    append(fixed)
  }

  /// Adds an attribute with a value of fixed size.
  mutating func attribute<Value: BitwiseCopyable>(_ type: some BinaryInteger, _ value: Value) {
    nest(type) { $0.append(value) }
  }

  /// Adds an attribute with a zero-terminated text.
  mutating func attribute(_ type: some BinaryInteger, text: String) {
    nest(type) { $0.bytes += Array(text.utf8) + [0] }
  }

  /// Adds an attribute whose content the closure writes, padded to four bytes.
  mutating func nest(_ type: some BinaryInteger, _ body: (inout NetlinkMessage) -> Void) {
    let start = bytes.count
    append(UInt16(0))
    append(UInt16(truncatingIfNeeded: type))
    body(&self)
    put(UInt16(truncatingIfNeeded: bytes.count - start), at: start)
    while bytes.count % 4 != 0 { bytes.append(0) }
  }

  /// Appends a value in its memory representation.
  mutating func append<Value: BitwiseCopyable>(_ value: Value) {
    withUnsafeBytes(of: value) { bytes += $0 }
  }

  /// Appends bytes without padding.
  mutating func append(bytes more: [UInt8]) {
    bytes += more
  }

  /// The complete message, with its length and sequence number.
  func finished(number: UInt32) -> [UInt8] {
    var copy = self
    copy.put(UInt32(bytes.count), at: 0)
    copy.put(number, at: 8)
    return copy.bytes
  }

  private mutating func put<Value: FixedWidthInteger>(_ value: Value, at offset: Int) {
    withUnsafeBytes(of: value) { source in
      for (index, byte) in source.enumerated() { bytes[offset + index] = byte }
    }
  }
}
