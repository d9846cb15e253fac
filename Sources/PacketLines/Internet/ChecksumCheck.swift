import Wire

/// The outcome of adding up bytes that hold their own checksum.
struct ChecksumCheck {
  /// What is in the header.
  var found: UInt16
  /// What should be there.
  var expected: UInt16
  var isCorrect: Bool

  /// - Parameters:
  ///   - sum: the sum of the pseudo-header, if there is one.
  ///   - range: what the checksum covers; within `bytes`.
  ///   - field: where the checksum is.
  init(_ bytes: Span<UInt8>, in range: Range<Int>, field: Int, adding sum: InternetChecksum = InternetChecksum()) {
    var sum = sum
    sum.add(bytes, in: range)
    found = bytes.has(2, at: field) ? bytes.uint16(at: field) : 0
    let remainder = sum.value
    isCorrect = remainder == 0
    let total = UInt32(found) + UInt32(remainder)
    expected = UInt16(truncatingIfNeeded: (total & 0xFFFF) + (total >> 16))
  }
}
