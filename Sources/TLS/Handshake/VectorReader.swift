import Wire

/// Goes through the numbers and vectors of a message (RFC 8446 section 3). It holds positions, not bytes.
struct VectorReader {
  private(set) var position: Int
  let end: Int

  /// - Parameter range: inside the bytes that all calls are about.
  init(_ range: Range<Int>) {
    position = range.lowerBound
    end = range.upperBound
  }

  var isAtEnd: Bool { position >= end }
  var rest: Range<Int> { position..<max(position, end) }

  /// A number of one to four bytes.
  mutating func number(_ width: Int, _ bytes: Span<UInt8>) throws(WireError) -> Int {
    let range = try skip(width)
    var number = 0
    for index in range { number = number << 8 | Int(bytes[index]) }
    return number
  }

  /// The content of a vector whose length stands before it.
  mutating func vector(_ width: Int, _ bytes: Span<UInt8>) throws(WireError) -> Range<Int> {
    try skip(try number(width, bytes))
  }

  mutating func skip(_ count: Int) throws(WireError) -> Range<Int> {
    guard end - position >= count else {
      throw WireError(.tls, .truncated, offset: position, required: count, available: max(0, end - position))
    }
    defer { position += count }
    return position..<position + count
  }
}

extension Span where Element == UInt8 {
  /// A copy of a range that a message's initializer has checked.
  func copy(_ range: Range<Int>) -> [UInt8] { [UInt8](extracting(range)) }

  /// The 16-bit numbers of a range.
  func numbers(_ range: Range<Int>) -> [UInt16] {
    stride(from: range.lowerBound, to: range.upperBound - 1, by: 2).map { uint16(at: $0) }
  }

  /// Text as a peer has sent it.
  func text(_ range: Range<Int>) -> String { String(decoding: copy(range), as: UTF8.self) }
}
