import Wire

/// Goes through the fields of a packet or a frame. It holds positions, not bytes.
struct FieldWalk {
  private(set) var position: Int
  let end: Int

  /// - Parameter range: inside the bytes that all calls are about.
  init(_ range: Range<Int>) {
    position = range.lowerBound
    end = range.upperBound
  }

  var isAtEnd: Bool { position >= end }
  var rest: Range<Int> { position..<max(position, end) }

  mutating func integer(_ bytes: Span<UInt8>) throws(QUICFrameError) -> UInt64 {
    guard let integer = VariableInteger(bytes.extracting(0..<end), at: position) else {
      throw .truncated(at: position)
    }
    position += integer.length
    return integer.value
  }

  mutating func byte(_ bytes: Span<UInt8>) throws(QUICFrameError) -> UInt8 {
    guard position < end else { throw .truncated(at: position) }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func word(_ bytes: Span<UInt8>) throws(QUICFrameError) -> UInt64 {
    let range = try skip(8)
    return bytes.uint64(at: range.lowerBound)
  }

  /// Bytes whose number is given by a field before them.
  mutating func skip(_ count: UInt64) throws(QUICFrameError) -> Range<Int> {
    guard count <= UInt64(max(0, end - position)) else { throw .truncated(at: position) }
    defer { position += Int(count) }
    return position..<position + Int(count)
  }

  mutating func takeRest() -> Range<Int> {
    defer { position = max(position, end) }
    return rest
  }
}
