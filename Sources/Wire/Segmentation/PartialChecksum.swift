/// A checksum that a sender left to its network device. The field holds the sum of the pseudo-header, and the device
/// knows where the summed bytes begin (Linux `CHECKSUM_PARTIAL`, virtio's `VIRTIO_NET_HDR_F_NEEDS_CSUM`).
public struct PartialChecksum: Equatable, Sendable {
  /// Where the summed bytes begin in the frame. They continue to its end.
  public let start: Int
  /// Where the field is in the frame.
  public let field: Int

  /// - Parameter fieldOffset: where the field is, counted from `start`.
  public init(start: Int, fieldOffset: Int) {
    self.start = start
    self.field = start + fieldOffset
  }

  /// Writes the complete checksum. Returns false, and changes nothing, if the field is not inside the frame.
  @discardableResult
  public func complete(in bytes: inout MutableSpan<UInt8>) -> Bool {
    guard start >= 0, field >= start, field + 2 <= bytes.count else { return false }
    let value = InternetChecksum.of(bytes.span, in: start..<bytes.count)
    // As in the kernel, zero is sent as 0xFFFF. For UDP, zero would mean "no checksum"; elsewhere both values are
    // equal.
    bytes.setBigEndian(value == 0 ? 0xFFFF : value, at: field)
    return true
  }
}
