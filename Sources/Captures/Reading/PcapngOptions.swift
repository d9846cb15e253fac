/// Iterates over the options at the end of a pcapng block. It stops at the first one that does not fit.
///
/// Source: draft-ietf-opsawg-pcapng section 3.5.
struct PcapngOptions {
  /// An option's code and the range of its value.
  struct Place {
    var code: UInt16
    var value: Range<Int>
  }

  private var at: Int
  private let end: Int
  private let bigEndian: Bool

  init(_ range: Range<Int>, bigEndian: Bool) {
    (at, end, self.bigEndian) = (range.lowerBound, range.upperBound, bigEndian)
  }

  mutating func next(_ bytes: Span<UInt8>) -> Place? {
    guard end - at >= 4 else { return nil }
    let code = load16(bytes, at)
    let length = Int(load16(bytes, at + 2))
    guard code != CaptureOption.Code.end, end - at - 4 >= length else { return nil }
    defer { at = min(end, at + 4 + (length + 3) & ~3) }
    return Place(code: code, value: at + 4..<at + 4 + length)
  }

  private func load16(_ bytes: Span<UInt8>, _ at: Int) -> UInt16 {
    let (first, second) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
    return bigEndian ? first << 8 | second : second << 8 | first
  }
}
