/// Walks the options of a TCP header (RFC 9293 section 3.2).
///
///     var options = TCPOptions(header)
///     while let option = try options.next(in: bytes) { ... }
public struct TCPOptions: Sendable {
  @usableFromInline var position: Int
  @usableFromInline let end: Int

  /// The options of a header, one after the other.
  @inlinable
  public init(_ header: TCPHeader) {
    position = header.optionsRange.lowerBound
    end = header.optionsRange.upperBound
  }

  /// The next option, or nil at the end of the list. Throws where a length is less than 2 or runs past the header.
  @inlinable
  public mutating func next(in bytes: Span<UInt8>) throws(WireError) -> TCPOption? {
    guard position < min(end, bytes.count) else { return nil }
    let start = position
    let kind = TCPOption.Kind(rawValue: bytes[start])
    if kind == .endOfList || kind == .noOperation {
      position = kind == .endOfList ? end : start &+ 1
      return TCPOption(kind: kind, data: (start &+ 1)..<(start &+ 1))
    }
    let limit = min(end, bytes.count)
    guard limit &- start >= 2 else {
      throw WireError(.tcpOption, .truncated, offset: start, required: 2, available: limit &- start)
    }
    let length = Int(bytes[start &+ 1])
    guard length >= 2, length <= limit &- start else {
      throw WireError(.tcpOption, .badLength, offset: start, required: max(2, length), available: limit &- start)
    }
    position = start &+ length
    return TCPOption(kind: kind, data: (start &+ 2)..<(start &+ length))
  }
}
