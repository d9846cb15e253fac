import Wire

/// Reads the instructions of a decoder stream (RFC 9204 section 4.4), in any pieces.
public struct QPACKDecoderStream: Sendable {
  private var held: [UInt8] = []

  /// At the beginning of a stream.
  public init() {}

  /// What it holds, in bytes: less than one instruction.
  public var heldBytes: Int { held.capacity }

  /// The next instruction in `bytes` from `position`, and how long it is; nil when they are used up.
  public mutating func next(
    _ bytes: Span<UInt8>, _ position: inout Int
  ) throws(QPACKError) -> (instruction: QPACKDecoderInstruction, length: Int)? {
    while position < bytes.count {
      held.append(bytes[position])
      position += 1
      var end = 0
      let first = held[0]
      guard let value = try QPACKInteger.read(held.span, &end, prefix: first & 0x80 != 0 ? 7 : 6) else { continue }
      held.removeAll(keepingCapacity: true)
      let instruction: QPACKDecoderInstruction =
        switch first >> 6 {
        case 2, 3: .sectionAcknowledgment(stream: value)
        case 1: .streamCancellation(stream: value)
        default: .insertCountIncrement(value)
        }
      return (instruction, end)
    }
    return nil
  }
}
