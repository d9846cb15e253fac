import Wire

/// Goes through the frames of a packet's payload (RFC 9000 section 12.4).
public struct QUICFrameReader {
  private var walk: FieldWalk

  /// - Parameter payload: the plaintext that all calls are about.
  public init(_ payload: Span<UInt8>) {
    walk = FieldWalk(0..<payload.count)
  }

  /// Where the next frame begins.
  public var position: Int { walk.position }

  /// The next frame, and where it is; nil after the last one.
  ///
  /// - Throws: ``QUICFrameError``. Nothing after the fault can be read.
  public mutating func next(
    _ payload: Span<UInt8>
  ) throws(QUICFrameError) -> (frame: QUICFrame, range: Range<Int>)? {
    guard !walk.isAtEnd else { return nil }
    let start = walk.position
    let type = try walk.integer(payload)
    let frame = try read(type, start, payload)
    return (frame, start..<walk.position)
  }

  private mutating func read(
    _ type: UInt64, _ start: Int, _ bytes: Span<UInt8>
  ) throws(QUICFrameError) -> QUICFrame {
    switch type {
    case 0x00:
      var count = 1
      while !walk.isAtEnd, bytes[walk.position] == 0 {
        _ = try walk.byte(bytes)
        count += 1
      }
      return .padding(count: count)
    case 0x01: return .ping
    case 0x02, 0x03: return .ack(try acknowledgment(hasCounts: type == 0x03, bytes))
    case 0x04:
      return .resetStream(
        stream: try walk.integer(bytes), error: try walk.integer(bytes), finalSize: try walk.integer(bytes))
    case 0x05: return .stopSending(stream: try walk.integer(bytes), error: try walk.integer(bytes))
    case 0x06:
      let offset = try walk.integer(bytes)
      return .crypto(offset: offset, data: try vector(bytes))
    case 0x07: return .newToken(try vector(bytes))
    case 0x08...0x0F: return .stream(try stream(type, bytes))
    case 0x10...0x17: return try limit(type, bytes)
    case 0x18: return try newConnectionID(bytes)
    case 0x19: return .retireConnectionID(sequence: try walk.integer(bytes))
    case 0x1A: return .pathChallenge(try walk.word(bytes))
    case 0x1B: return .pathResponse(try walk.word(bytes))
    case 0x1C, 0x1D: return .connectionClose(try close(isApplication: type == 0x1D, bytes))
    case 0x1E: return .handshakeDone
    default: return try readExtension(type, start, bytes)
    }
  }

  /// Frames that RFC 9000 does not have.
  private mutating func readExtension(
    _ type: UInt64, _ start: Int, _ bytes: Span<UInt8>
  ) throws(QUICFrameError) -> QUICFrame {
    switch type {
    case 0x1F: return .immediateAck
    case 0x24:
      return .resetStreamAt(
        stream: try walk.integer(bytes), error: try walk.integer(bytes), finalSize: try walk.integer(bytes),
        reliableSize: try walk.integer(bytes))
    case 0x30: return .datagram(data: walk.takeRest(), hasLength: false)
    case 0x31: return .datagram(data: try vector(bytes), hasLength: true)
    case 0xAF:
      return .ackFrequency(
        sequence: try walk.integer(bytes), threshold: try walk.integer(bytes), delay: try walk.integer(bytes),
        reordering: try walk.integer(bytes))
    default: throw .unknownType(type, at: start)
    }
  }

  private mutating func vector(_ bytes: Span<UInt8>) throws(QUICFrameError) -> Range<Int> {
    try walk.skip(try walk.integer(bytes))
  }

  private mutating func stream(_ type: UInt64, _ bytes: Span<UInt8>) throws(QUICFrameError) -> QUICStreamFrame {
    let stream = try walk.integer(bytes)
    let offset = type & 0x04 == 0 ? 0 : try walk.integer(bytes)
    let hasLength = type & 0x02 != 0
    let place = walk.position
    let data = hasLength ? try vector(bytes) : walk.takeRest()
    guard offset <= VariableInteger.greatest - UInt64(data.count) else { throw .badValue(at: place) }
    return QUICStreamFrame(
      stream: stream, offset: offset, data: data, isFinal: type & 0x01 != 0, hasLength: hasLength)
  }

  private mutating func limit(_ type: UInt64, _ bytes: Span<UInt8>) throws(QUICFrameError) -> QUICFrame {
    switch type {
    case 0x10: return .maxData(try walk.integer(bytes))
    case 0x11: return .maxStreamData(stream: try walk.integer(bytes), limit: try walk.integer(bytes))
    case 0x12, 0x13: return .maxStreams(isBidirectional: type == 0x12, limit: try walk.integer(bytes))
    case 0x14: return .dataBlocked(limit: try walk.integer(bytes))
    case 0x15: return .streamDataBlocked(stream: try walk.integer(bytes), limit: try walk.integer(bytes))
    default: return .streamsBlocked(isBidirectional: type == 0x16, limit: try walk.integer(bytes))
    }
  }

  private mutating func newConnectionID(_ bytes: Span<UInt8>) throws(QUICFrameError) -> QUICFrame {
    let sequence = try walk.integer(bytes)
    let retired = try walk.integer(bytes)
    let place = walk.position
    let length = try walk.byte(bytes)
    let range = try walk.skip(UInt64(length))
    guard let id = QUICConnectionID(bytes, range), !id.isEmpty else { throw .badValue(at: place) }
    return .newConnectionID(sequence: sequence, retirePriorTo: retired, id: id, token: try walk.skip(16))
  }

  private mutating func close(
    isApplication: Bool, _ bytes: Span<UInt8>
  ) throws(QUICFrameError) -> QUICCloseFrame {
    let error = try walk.integer(bytes)
    let frameType = isApplication ? nil : try walk.integer(bytes)
    return QUICCloseFrame(
      error: error, isApplication: isApplication, frameType: frameType, reason: try vector(bytes))
  }

  private mutating func acknowledgment(
    hasCounts: Bool, _ bytes: Span<UInt8>
  ) throws(QUICFrameError) -> QUICAcknowledgment {
    let largest = try walk.integer(bytes)
    let delay = try walk.integer(bytes)
    let count = try walk.integer(bytes)
    let place = walk.position
    var low = try smallest(largest, bytes)
    var ranges = [low...largest]
    // Each range takes two bytes at the least.
    guard count <= UInt64(max(0, walk.end - walk.position)) / 2 else { throw .truncated(at: place) }
    ranges.reserveCapacity(Int(count) + 1)
    for _ in 0..<count {
      let gap = try walk.integer(bytes)
      guard low >= gap &+ 2 else { throw .acknowledgesNothing(at: place) }
      let high = low - gap - 2
      low = try smallest(high, bytes)
      ranges.append(low...high)
    }
    guard hasCounts else { return QUICAcknowledgment(ranges: ranges, delay: delay) }
    let counts = QUICCongestionCounts(
      ect0: try walk.integer(bytes), ect1: try walk.integer(bytes), ce: try walk.integer(bytes))
    return QUICAcknowledgment(ranges: ranges, delay: delay, congestion: counts)
  }

  private mutating func smallest(_ largest: UInt64, _ bytes: Span<UInt8>) throws(QUICFrameError) -> UInt64 {
    let place = walk.position
    let length = try walk.integer(bytes)
    guard length <= largest else { throw .acknowledgesNothing(at: place) }
    return largest - length
  }
}
