import Wire

/// Reads a connection of HTTP/2 (RFC 9113) from what both ends sent, as it was captured.
///
/// Bytes go in as they come, in stream order for each side; a receiver is told what they say. Nothing is guessed: where a gap
/// hides header fields, the receiver is told that they are not known. What is held is bounded by the limits.
public struct HTTP2Connection: Sendable {
  /// What came before the first byte.
  public enum Start: Hashable, Sendable {
    /// Nothing: the client's preface comes first (section 3.4), in the clear or after a TLS handshake.
    case beginning
    /// A request of HTTP/1.1 with `Upgrade: h2c`, which is now stream 1, and a response 101 (RFC 7540 section 3.2). The
    /// settings are those of the request's `HTTP2-Settings`.
    case upgrade(client: HTTP2Side, settings: [HTTP2Setting])
    /// The capture begins somewhere in the connection.
    case middle
  }

  /// What bounds the memory of a connection.
  public let limits: HTTP2Limits
  /// Which side is the client, once that is known.
  public internal(set) var client: HTTP2Side?
  var ends: Pair<HTTP2End>
  var streams: [UInt32: HTTP2Stream] = [:]
  /// The streams in the order in which they began, from `oldest`; some are closed.
  var order: [UInt32] = []
  var oldest = 0
  /// The greatest streams of clients and of servers.
  var greatest = Pair<UInt32>(0, 0)
  /// Whether streams may have been opened that were not seen.
  var isUncertain: Bool
  /// How often frames were lost.
  var epoch: Int
  /// The fields of the block that was decoded last.
  var fields = HPACKFieldBlock()

  /// Begins a connection, or the middle of one whose start was not seen.
  public init(_ start: Start = .beginning, limits: HTTP2Limits = HTTP2Limits()) {
    self.limits = limits
    let place: HTTP2FrameReader.Start = start == .middle ? .middle : .beginning
    ends = Pair(HTTP2End(place, limits), HTTP2End(place, limits))
    isUncertain = start == .middle
    epoch = start == .middle ? 1 : 0
    if case .upgrade(let client, let settings) = start {
      self.client = client
      ends[client.index].propose(settings)
      ends[client.index].acknowledge()
      open(1)
      endHalf(of: 1, client)
      streams[1]?.halves[client.index].hasHead = true
    }
  }

  /// What it holds, in bytes.
  public var heldBytes: Int {
    ends[0].heldBytes + ends[1].heldBytes + fields.heldBytes + order.capacity * MemoryLayout<UInt32>.stride
      + streams.capacity * MemoryLayout<HTTP2Stream>.stride
  }

  /// The settings of a side that the other side has acknowledged.
  public func settings(of side: HTTP2Side) -> HTTP2Settings { ends[side.index].settings }

  /// The streams that are open, as far as the capture tells, in no order.
  public var openStreams: [UInt32] { Array(streams.keys) }

  /// Whether it is not known where the frames of a side begin.
  public func isLost(_ side: HTTP2Side) -> Bool { ends[side.index].reader.isLost }

  /// How much a side may send on a stream, or on the connection as a whole (stream 0), before it has to wait for a window update
  /// (section 6.9.1); nil if it is not known.
  public func window(of side: HTTP2Side, stream: UInt32 = 0) -> Int64? {
    stream == 0 ? connectionWindow(side) : streams[stream].flatMap { window($0, side) }
  }

  /// Takes bytes of a side.
  ///
  /// The first bytes of a side are taken for the beginning of its stream, unless the connection was read from its middle, or they are
  /// neither a preface nor SETTINGS.
  ///
  /// - Parameter offset: the offset of the first of them in the side's stream. Bytes between the last ones and these are missing; bytes
  ///   before the end of the last ones are passed over.
  public mutating func receive(
    _ bytes: Span<UInt8>, at offset: Int64, from side: HTTP2Side, to receiver: inout some HTTP2Receiver
  ) {
    begin(side, at: offset)
    var position = 0
    let (ahead, isTooLarge) = offset.subtractingReportingOverflow(ends[side.index].reader.offset)
    guard !isTooLarge else { return }
    if ahead > 0 {
      miss(ahead, from: side, to: &receiver)
    } else if ahead < 0 {
      guard -ahead < Int64(bytes.count) else { return }
      position = Int(-ahead)
    }
    read(bytes, &position, side, &receiver)
  }

  /// Takes the first bytes of a side in a capture that began later than the connection: the payload of a segment or record. Most senders begin a
  /// frame there, so frames are believed that fill it exactly, however few they are.
  public mutating func joinFrames(_ bytes: Span<UInt8>, of side: HTTP2Side) {
    guard !ends[side.index].hasBegun, HTTP2Plausibility().fills(bytes) else { return }
    ends[side.index].reader.expectFrame()
  }

  /// Takes the word that the next `count` bytes of a side are not in the capture.
  public mutating func miss(_ count: Int64, from side: HTTP2Side, to receiver: inout some HTTP2Receiver) {
    begin(side, at: 0)
    ends[side.index].reader.miss(count)
    let nothing: [UInt8] = []
    var position = 0
    read(nothing.span, &position, side, &receiver)
  }

  /// Takes the word that a side sends no more.
  public mutating func finish(_ side: HTTP2Side, to receiver: inout some HTTP2Receiver) {
    let index = side.index
    ends[index].reader.finish()
    let nothing: [UInt8] = []
    var position = 0
    read(nothing.span, &position, side, &receiver)
    let isInFrame = ends[index].reader.isInFrame
    guard isInFrame || ends[index].block != nil else { return }
    let offset = ends[index].reader.offset
    let start = min(ends[index].reader.frameStart, offset)
    let stream = ends[index].reader.isInPayload ? ends[index].header.stream : 0
    let place = HTTP2Place(side: side, stream: stream, range: start..<offset)
    receiver.receive(fault: .cutShort, place)
    if ends[index].reader.isInPayload { breakFrame(side, &receiver, place) }
    loseBlock(side, .missing, &receiver, to: offset)
  }

  private mutating func begin(_ side: HTTP2Side, at offset: Int64) {
    guard !ends[side.index].hasBegun else { return }
    ends[side.index].hasBegun = true
    ends[side.index].reader.begin(at: offset)
  }

  private mutating func read(
    _ bytes: Span<UInt8>, _ position: inout Int, _ side: HTTP2Side, _ receiver: inout some HTTP2Receiver
  ) {
    let index = side.index
    while let event = ends[index].reader.next(bytes, &position) {
      switch event {
      case .preface:
        client = client ?? side
        ends[index].hasGreeted = true
        let end = ends[index].reader.offset
        let start = end - Int64(HTTP2FrameReader.preface.count)
        receiver.receivePreface(HTTP2Place(side: side, stream: 0, range: start..<end))
      case .frame(let header): beginFrame(header, side, &receiver)
      case .data(let piece):
        let range = piece.offset..<piece.offset + Int64(piece.count)
        let place = HTTP2Place(side: side, stream: ends[index].header.stream, range: range)
        ends[index].reader.withBytes(of: piece, given: bytes) { receiver.receive(data: $0, place) }
      case .payload(let piece, let isCut):
        if piece.source == .given {
          take(bytes.extracting(piece.range), isCut: isCut, side, &receiver)
        } else {
          let held = ends[index].reader.held(piece)
          take(held.span.extracting(piece.range), isCut: isCut, side, &receiver)
        }
      case .missing(let count):
        ends[index].isBroken = true
        let place = framePlace(side)
        if ends[index].header.type == .data { receiver.receive(missingData: count, place) }
      case .end: endFrame(side, &receiver)
      case .lost: lose(side, &receiver)
      case .found(let skipped):
        let offset = ends[index].reader.offset
        receiver.receiveRecovery(skipped: skipped, HTTP2Place(side: side, stream: 0, range: offset..<offset))
      case .fault(let fault):
        receiver.receive(fault: fault, framePlace(side))
        if ends[index].reader.isLost { lose(side, &receiver) }
      }
    }
  }

  /// The place of the frame being read.
  func framePlace(_ side: HTTP2Side) -> HTTP2Place {
    let index = side.index
    let start = ends[index].reader.frameStart
    let length = Int64(HTTP2FrameHeader.length + ends[index].header.payloadLength)
    let (end, isTooLarge) = start.addingReportingOverflow(length)
    return HTTP2Place(side: side, stream: ends[index].header.stream, range: start..<(isTooLarge ? .max : end))
  }

  /// From here on it is not known where the side's frames begin.
  mutating func lose(_ side: HTTP2Side, _ receiver: inout some HTTP2Receiver) {
    let index = side.index
    let offset = ends[index].reader.offset
    loseBlock(side, .missing, &receiver, to: offset)
    ends[index].decoder.forget()
    ends[index].areSettingsKnown = false
    ends[side.other.index].decoder.allowedTableSize = nil
    ends[side.other.index].reader.maxFrameSize = 0xFF_FFFF
    isUncertain = true
    epoch += 1
    receiver.receiveLoss(HTTP2Place(side: side, stream: 0, range: offset..<offset))
  }
}
