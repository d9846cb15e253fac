import TextOutput
import Wire

// Runs of bytes, in the forms that several protocols share.

extension PacketListing {
  /// Pairs of hexadecimal digits; all of the range is within `bytes`.
  mutating func appendHexadecimal(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    for offset in range { text.append(hexadecimalByte: bytes[offset]) }
  }

  /// Pairs of hexadecimal digits with colons; all of the range is within `bytes`.
  mutating func appendColonSeparated(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    for offset in range {
      if offset > range.lowerBound { text.append(byte: 0x3A) }
      text.append(hexadecimalByte: bytes[offset])
    }
  }

  /// The bytes as `cat -v` shows them; of a range that is not all captured, what there is.
  mutating func appendVisible(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    for offset in range.clamped(to: 0..<bytes.count) { text.append(visible: bytes[offset]) }
  }

  /// Text up to the zero that ends it; gives where it goes on after that, or nil if there is none.
  mutating func appendTerminated(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    let captured = range.clamped(to: 0..<bytes.count)
    let end = captured.first { bytes[$0] == 0 }
    appendVisible(bytes, captured.lowerBound..<(end ?? captured.upperBound))
    return end.map { $0 + 1 }
  }
}
