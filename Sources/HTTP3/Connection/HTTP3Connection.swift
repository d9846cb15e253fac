import HTTP2
import Wire

/// Reads a connection of HTTP/3 (RFC 9114) from the streams of QUIC that both ends sent, as they were captured.
///
/// The bytes of each stream go in as they come, in order; a receiver is told what they say. Nothing is guessed: where a gap hides
/// header fields, the receiver is told that they are not known. A field section that comes before the entries that it refers to waits
/// for them, and what follows it on its stream waits, too (RFC 9204 section 2.1.2). What is held is bounded by the limits.
public struct HTTP3Connection: Sendable {
  /// What bounds the memory of a connection.
  public let limits: HTTP3Limits
  var streams: [UInt64: HTTP3Stream] = [:]
  /// The streams in the order in which they began, from `oldest`; some are closed.
  var order: [UInt64] = []
  var oldest = 0
  /// What decodes the field sections of each side.
  var decoders: Pair<QPACKDecoder>
  var decoderStreams = Pair(QPACKDecoderStream(), QPACKDecoderStream())
  /// The streams of each side of which there is only one, as far as they have begun.
  var criticals: Pair<Set<HTTP3StreamType>> = Pair([], [])
  var settingsInForce: Pair<HTTP3Settings?> = Pair(nil, nil)
  var areSettingsLost = Pair(false, false)
  /// The streams of each side on which a field section waits, in the order in which they came to.
  var waiting: Pair<[UInt64]> = Pair([], [])
  /// Whether what they wait for may have come.
  var mayResume = Pair(false, false)
  /// What streams hold of frames that are not whole, and of what waits, in bytes.
  var waitingBytes = 0
  /// What the last GOAWAY of each side named.
  var goaways: Pair<UInt64?> = Pair(nil, nil)
  /// The greatest push that the client allows.
  var maxPushID: UInt64?
  /// The fields of the section that was decoded last.
  var fields = HPACKFieldBlock()

  /// Begins a connection.
  public init(limits: HTTP3Limits = HTTP3Limits()) {
    self.limits = limits
    decoders = Pair(QPACKDecoder(limits: limits.fields), QPACKDecoder(limits: limits.fields))
  }

  /// What it holds, in bytes.
  public var heldBytes: Int {
    decoders[0].heldBytes + decoders[1].heldBytes + fields.heldBytes + waitingBytes
      + order.capacity * MemoryLayout<UInt64>.stride
      + streams.capacity * (MemoryLayout<HTTP3Stream>.stride + MemoryLayout<UInt64>.stride)
  }

  /// The settings of a side; nil until they have come.
  public func settings(of side: HTTP3Side) -> HTTP3Settings? { settingsInForce[side.index] }

  /// The dynamic table with which a side's field sections are decoded.
  public func dynamicTable(of side: HTTP3Side) -> QPACKDynamicTable { decoders[side.index].table }

  /// The streams that are open, as far as the capture tells, in no order.
  public var openStreams: [UInt64] { Array(streams.keys) }

  /// Whether a stream is open, as far as the capture tells.
  public func isOpen(_ stream: UInt64) -> Bool { streams[stream] != nil }

  /// Takes bytes of a stream.
  ///
  /// - Parameters:
  ///   - stream: the number of the stream (RFC 9000 section 2.1).
  ///   - offset: the offset of the first of them in what the side sends on the stream. Bytes between the last ones and these are
  ///     missing; bytes before the end of the last ones are passed over.
  public mutating func receive(
    _ bytes: Span<UInt8>, stream: UInt64, at offset: Int64, from side: HTTP3Side, to receiver: inout some HTTP3Receiver
  ) {
    var half = take(stream, side, &receiver)
    let (ahead, isTooLarge) = offset.subtractingReportingOverflow(half.offset)
    if !isTooLarge, ahead > -Int64(bytes.count) || ahead == 0 {
      if ahead > 0 { pass(ahead, &half, stream, side, &receiver) }
      let start = ahead < 0 ? Int(-ahead) : 0
      half.offset &+= Int64(bytes.count - start)
      accept(bytes.extracting(start..<bytes.count), &half, stream, side, &receiver)
    }
    put(half, stream, side)
    resume(&receiver)
  }

  /// Takes the word that the next `count` bytes of a stream are not in the capture.
  public mutating func miss(
    _ count: Int64, stream: UInt64, from side: HTTP3Side, to receiver: inout some HTTP3Receiver
  ) {
    guard count > 0 else { return }
    var half = take(stream, side, &receiver)
    pass(count, &half, stream, side, &receiver)
    put(half, stream, side)
    resume(&receiver)
  }

  /// Takes the word that a side has ended its half of a stream.
  public mutating func end(stream: UInt64, from side: HTTP3Side, to receiver: inout some HTTP3Receiver) {
    var half = take(stream, side, &receiver)
    if half.waiting != nil {
      half.waiting?.steps.append(.end)
    } else {
      finish(&half, stream, side, &receiver)
    }
    put(half, stream, side)
    resume(&receiver)
  }

  /// Takes the word that a side has reset its half of a stream.
  public mutating func reset(
    stream: UInt64, code: HTTP3ErrorCode, from side: HTTP3Side, to receiver: inout some HTTP3Receiver
  ) {
    var half = take(stream, side, &receiver)
    // What it has waited for may never come, since nobody needs it any more.
    giveUpWaiting(&half, stream, side, &receiver)
    receiver.receive(reset: code, HTTP3Place(side: side, stream: stream, range: half.offset..<half.offset))
    half.isEnded = true
    closeCritical(half, stream, side, &receiver)
    put(half, stream, side)
    resume(&receiver)
  }

  /// Takes the word that a side wants no more of a stream.
  public mutating func stopSending(
    stream: UInt64, code: HTTP3ErrorCode, from side: HTTP3Side, to receiver: inout some HTTP3Receiver
  ) {
    let offset = streams[stream]?.halves[side.other.index].offset ?? 0
    receiver.receive(stopSending: code, HTTP3Place(side: side, stream: stream, range: offset..<offset))
  }

  /// Takes the payload of a DATAGRAM frame of QUIC (RFC 9221), which begins with a quarter of its stream's number (RFC 9297
  /// section 2.1).
  public mutating func receive(
    datagram: Span<UInt8>, from side: HTTP3Side, to receiver: inout some HTTP3Receiver
  ) {
    guard let quarter = VariableInteger(datagram, at: 0), quarter.value <= VariableInteger.greatest / 4 else {
      return receiver.receive(fault: .datagram, HTTP3Place(side: side, stream: 0, range: 0..<0))
    }
    receiver.receive(
      datagram: datagram.extracting(quarter.length..<datagram.count), isCapsule: false,
      HTTP3Place(side: side, stream: quarter.value * 4, range: 0..<0))
  }

  /// Takes the word that nothing more will come: what waits is read as far as it is known.
  public mutating func finish(to receiver: inout some HTTP3Receiver) {
    for side in HTTP3Side.allCases {
      for stream in exchange(&waiting[side.index], with: []) where streams[stream] != nil {
        var half = take(stream, side, &receiver)
        giveUpWaiting(&half, stream, side, &receiver)
        put(half, stream, side)
      }
    }
    for stream in streams.keys.sorted() {
      for side in HTTP3Side.allCases where streams[stream]?.halves[side.index].isEnded == false {
        var half = take(stream, side, &receiver)
        cutShort(&half, stream, side, &receiver)
        put(half, stream, side)
      }
    }
  }
}
