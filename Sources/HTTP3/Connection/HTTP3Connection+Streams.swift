import Wire

// The streams: which there are, what they are for, and what of them waits.
extension HTTP3Connection {
  static func isUnidirectional(_ stream: UInt64) -> Bool { stream & 2 != 0 }
  static func opener(_ stream: UInt64) -> HTTP3Side { stream & 1 == 0 ? .client : .server }

  /// The half of a stream, which is opened if it is new. It is put back when it has read what there was.
  mutating func take(_ stream: UInt64, _ side: HTTP3Side, _ receiver: inout some HTTP3Receiver) -> HTTP3Half {
    if streams[stream] == nil { open(stream, &receiver) }
    guard let known = streams.index(forKey: stream) else { return HTTP3Half() }
    let half = exchange(&streams.values[known].halves[side.index], with: HTTP3Half())
    waitingBytes -= half.waitingBytes
    return half
  }

  /// Puts back what was taken; forgets the stream if it is over.
  mutating func put(_ half: HTTP3Half, _ stream: UInt64, _ side: HTTP3Side) {
    guard let known = streams.index(forKey: stream) else { return }
    waitingBytes += half.waitingBytes
    streams.values[known].halves[side.index] = half
    if half.isEnded { removeIfOver(stream) }
  }

  private mutating func open(_ stream: UInt64, _ receiver: inout some HTTP3Receiver) {
    makeRoom(&receiver)
    var new = HTTP3Stream()
    if !Self.isUnidirectional(stream) {
      for index in 0...1 {
        new.halves[index].content = .message
        new.halves[index].reader = LengthValueReader(at: 0, limit: limits.payload, streamedType: .data)
      }
    }
    streams[stream] = new
    order.append(stream)
  }

  /// Gives up the oldest stream if there are too many, unless the connection needs it.
  private mutating func makeRoom(_ receiver: inout some HTTP3Receiver) {
    guard streams.count >= max(8, limits.streams) else { return }
    let opened = order[oldest...].first { stream in
      guard let known = streams[stream] else { return false }
      return known.halves[0].type?.isCritical != true && known.halves[1].type?.isCritical != true
    }
    guard let opened, let given = streams[opened] else { return }
    let place = HTTP3Place(side: Self.opener(opened), stream: opened, range: 0..<0)
    receiver.receive(fault: .tooManyStreams(limit: limits.streams), place)
    receiver.receiveAbandonment(of: opened)
    waitingBytes -= given.halves[0].waitingBytes + given.halves[1].waitingBytes
    remove(opened)
  }

  private mutating func removeIfOver(_ stream: UInt64) {
    guard let known = streams[stream] else { return }
    let isOver =
      Self.isUnidirectional(stream)
      ? known.halves[Self.opener(stream).index].isEnded : known.halves[0].isEnded && known.halves[1].isEnded
    guard isOver else { return }
    waitingBytes -= known.halves[0].waitingBytes + known.halves[1].waitingBytes
    remove(stream)
  }

  private mutating func remove(_ stream: UInt64) {
    streams[stream] = nil
    // What is closed stays in `order` until it is the oldest, or until most of what is in it is closed.
    while oldest < order.count, streams[order[oldest]] == nil { oldest += 1 }
    guard order.count > 64, order.count - oldest > 2 * streams.count || oldest > order.count / 2 else { return }
    order = order[oldest...].filter { streams[$0] != nil }
    oldest = 0
  }

  /// Takes bytes in order: they are read, or wait behind a field section that does.
  mutating func accept(
    _ bytes: Span<UInt8>, _ half: inout HTTP3Half, _ stream: UInt64, _ side: HTTP3Side,
    _ receiver: inout some HTTP3Receiver
  ) {
    if half.waiting != nil { half.waiting?.append(bytes) } else { read(bytes, &half, stream, side, &receiver) }
    guard waitingBytes + half.waitingBytes > limits.waiting else { return }
    let place = HTTP3Place(side: side, stream: stream, range: half.offset..<half.offset)
    receiver.receive(fault: .waitingTooLong(limit: limits.waiting), place)
    if half.waiting != nil {
      giveUpWaiting(&half, stream, side, &receiver)
    } else if half.reader.giveUp() {
      loseFrame(.tooLong, &half, stream, side, &receiver)
    }
  }

  /// Passes over bytes that are missing.
  mutating func pass(
    _ count: Int64, _ half: inout HTTP3Half, _ stream: UInt64, _ side: HTTP3Side,
    _ receiver: inout some HTTP3Receiver
  ) {
    half.offset &+= count
    guard half.waiting == nil else {
      half.waiting?.miss(count)
      return
    }
    skip(count, &half, stream, side, &receiver)
  }

  /// Reads bytes of a stream on which nothing waits.
  private mutating func read(
    _ bytes: Span<UInt8>, _ half: inout HTTP3Half, _ stream: UInt64, _ side: HTTP3Side,
    _ receiver: inout some HTTP3Receiver
  ) {
    var position = 0
    if half.content == .unknown { readPrefix(bytes, &position, &half, stream, side, &receiver) }
    switch half.content {
    case .unknown, .ignored: return
    case .message, .control, .webTransport: readFrames(bytes, &position, &half, stream, side, &receiver)
    case .encoder: readEncoder(bytes.extracting(position..<bytes.count), &half, stream, side, &receiver)
    case .decoder: readDecoder(bytes, &position, &half, stream, side, &receiver)
    }
  }

  private mutating func skip(
    _ count: Int64, _ half: inout HTTP3Half, _ stream: UInt64, _ side: HTTP3Side,
    _ receiver: inout some HTTP3Receiver
  ) {
    let place = HTTP3Place(side: side, stream: stream, range: half.offset..<half.offset)
    switch half.content {
    case .ignored: return
    case .message, .control, .webTransport:
      half.reader.miss(count)
      let nothing: [UInt8] = []
      var position = 0
      readFrames(nothing.span, &position, &half, stream, side, &receiver)
    case .unknown:
      // It may have been any of those that this side has not opened yet.
      half.content = .ignored
      receiver.receiveLoss(place)
      if !criticals[side.index].contains(.encoder) { loseEncoderStream(side) }
      if !criticals[side.index].contains(.control) { loseSettings(side) }
    case .encoder:
      half.content = .ignored
      receiver.receiveLoss(place)
      loseEncoderStream(side)
    case .decoder:
      half.content = .ignored
      receiver.receiveLoss(place)
    }
  }

  private mutating func loseEncoderStream(_ side: HTTP3Side) {
    decoders[side.index].forget()
    mayResume[side.index] = true
  }

  /// The settings of a side will never be known.
  mutating func loseSettings(_ side: HTTP3Side) {
    guard settingsInForce[side.index] == nil else { return }
    areSettingsLost[side.index] = true
    mayResume[side.other.index] = true
  }

  /// A side has ended its half of a stream on which nothing waits.
  mutating func finish(
    _ half: inout HTTP3Half, _ stream: UInt64, _ side: HTTP3Side, _ receiver: inout some HTTP3Receiver
  ) {
    guard !half.isEnded else { return }
    cutShort(&half, stream, side, &receiver)
    half.isEnded = true
    receiver.receiveEnd(HTTP3Place(side: side, stream: stream, range: half.offset..<half.offset))
    closeCritical(half, stream, side, &receiver)
  }

  func closeCritical(
    _ half: HTTP3Half, _ stream: UInt64, _ side: HTTP3Side, _ receiver: inout some HTTP3Receiver
  ) {
    guard let type = half.type, type.isCritical else { return }
    receiver.receive(
      fault: .criticalStreamClosed(type), HTTP3Place(side: side, stream: stream, range: half.offset..<half.offset))
  }

  /// Nothing follows what was read of a half.
  mutating func cutShort(
    _ half: inout HTTP3Half, _ stream: UInt64, _ side: HTTP3Side, _ receiver: inout some HTTP3Receiver
  ) {
    guard half.content == .message || half.content == .control, half.reader.isInUnit else { return }
    let place =
      half.reader.isInValue
      ? framePlace(half, stream, side)
      : HTTP3Place(
        side: side, stream: stream, range: half.reader.unitStart..<max(half.reader.unitStart, half.offset))
    receiver.receive(fault: .cutShort, place)
    if half.reader.isInValue, half.header.type != .data { loseFrame(.missing, &half, stream, side, &receiver) }
    half.content = .ignored
  }
}
