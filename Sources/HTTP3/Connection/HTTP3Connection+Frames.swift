import Wire

// What the bytes of a stream say, frame by frame.
extension HTTP3Connection {
  /// The place of the frame being read.
  func framePlace(_ half: HTTP3Half, _ stream: UInt64, _ side: HTTP3Side) -> HTTP3Place {
    let start = half.reader.unitStart
    let length = half.header.type == .webTransportStream ? 0 : Int64(half.header.payloadLength)
    let (end, isTooLarge) = start.addingReportingOverflow(Int64(half.header.length) + length)
    return HTTP3Place(side: side, stream: stream, range: start..<(isTooLarge ? .max : end))
  }

  mutating func readFrames(
    _ bytes: Span<UInt8>, _ position: inout Int, _ half: inout HTTP3Half, _ stream: UInt64, _ side: HTTP3Side,
    _ receiver: inout some HTTP3Receiver
  ) {
    while let event = half.reader.next(bytes, &position) {
      switch event {
      case .unit(let header):
        half.header = header
        beginFrame(&half, stream, side, &receiver)
      case .data(let piece):
        let place = HTTP3Place(
          side: side, stream: stream, range: piece.offset..<piece.offset + Int64(piece.range.count))
        takeData(bytes.extracting(piece.range), &half, &receiver, place)
      case .value(let piece):
        if piece.isGiven {
          take(bytes.extracting(piece.range), &half, stream, side, &receiver)
        } else {
          let held = half.reader.partial
          take(held.span.extracting(piece.range), &half, stream, side, &receiver)
        }
        guard half.waiting == nil else {
          half.waiting?.append(bytes.extracting(position..<bytes.count))
          return
        }
      case .missing(let count): missValue(count, &half, stream, side, &receiver)
      case .tooLong:
        let place = framePlace(half, stream, side)
        receiver.receive(fault: .frameTooLong(half.header, limit: limits.payload), place)
        loseFrame(.tooLong, &half, stream, side, &receiver)
      case .end: break
      case .lost: loseFrames(&half, stream, side, &receiver)
      }
      // Settings, or the word that they are lost, let others go on before the frames that follow.
      if half.content == .control { resume(&receiver) }
    }
  }

  private mutating func beginFrame(
    _ half: inout HTTP3Half, _ stream: UInt64, _ side: HTTP3Side, _ receiver: inout some HTTP3Receiver
  ) {
    let header = half.header
    let place = framePlace(half, stream, side)
    let isFirst = !half.hasFrame
    half.hasFrame = true
    if header.type == .webTransportStream, isFirst, half.content == .message, !Self.isUnidirectional(stream) {
      half.content = .webTransport
      half.reader.becomeRaw()
      return receiver.receive(webTransportSession: header.payloadLength, place)
    }
    receiver.receive(frame: header, place)
    if half.content == .control {
      if isFirst, header.type != .settings {
        receiver.receive(fault: .missingSettings, place)
        loseSettings(side)
      } else if !isFirst, header.type == .settings {
        receiver.receive(fault: .frameUnexpected(header.type), place)
      }
    } else if isFirst, !Self.isUnidirectional(stream), Self.opener(stream) == .server {
      receiver.receive(fault: .streamOfWrongSide, place)
    }
    if !mayCome(half, stream, side) { receiver.receive(fault: .frameUnexpected(header.type), place) }
  }

  /// Whether a frame of this type may come at this point of the stream (RFC 9114 section 7.2).
  private func mayCome(_ half: HTTP3Half, _ stream: UInt64, _ side: HTTP3Side) -> Bool {
    let isControl = half.content == .control
    return switch half.header.type {
    case .data: !isControl && !half.hasTrailers && (half.hasHead || half.hasLostHeaders)
    case .headers: !isControl && !half.hasTrailers
    case .pushPromise: !isControl && side == .server && !Self.isUnidirectional(stream)
    case .settings, .cancelPush, .goaway: isControl
    case .maxPushID, .priorityUpdate, .priorityUpdateOfPush: isControl && side == .client
    case .origin: isControl && side == .server
    case .webTransportStream: false
    default: !half.header.type.isOfHTTP2
    }
  }

  private mutating func takeData(
    _ data: Span<UInt8>, _ half: inout HTTP3Half, _ receiver: inout some HTTP3Receiver, _ place: HTTP3Place
  ) {
    guard half.content != .control else { return }
    receiver.receive(data: data, place)
    readCapsules(data, &half, &receiver, place)
  }

  /// Bytes of a frame are missing.
  private mutating func missValue(
    _ count: Int64, _ half: inout HTTP3Half, _ stream: UInt64, _ side: HTTP3Side,
    _ receiver: inout some HTTP3Receiver
  ) {
    guard half.header.type == .data || half.content == .webTransport else {
      return loseFrame(.missing, &half, stream, side, &receiver)
    }
    guard half.content != .control else { return }
    let end = half.reader.offset
    let place = HTTP3Place(side: side, stream: stream, range: max(0, end &- count)..<max(0, end))
    receiver.receive(missingData: count, place)
    half.capsules?.miss(count)
    let nothing: [UInt8] = []
    readCapsules(nothing.span, &half, &receiver, place)
  }

  /// What a frame would have said is not known.
  mutating func loseFrame(
    _ reason: HTTP3LostHeaders, _ half: inout HTTP3Half, _ stream: UInt64, _ side: HTTP3Side,
    _ receiver: inout some HTTP3Receiver
  ) {
    switch half.header.type {
    case .headers, .pushPromise:
      guard half.content == .message else { return }
      if half.header.type == .headers { half.hasLostHeaders = true }
      receiver.receive(lostHeaders: reason, framePlace(half, stream, side))
    case .settings:
      if half.content == .control { loseSettings(side) }
    default: break
    }
  }

  /// It is not known where the frames of a stream begin.
  private mutating func loseFrames(
    _ half: inout HTTP3Half, _ stream: UInt64, _ side: HTTP3Side, _ receiver: inout some HTTP3Receiver
  ) {
    half.hasLostHeaders = true
    half.capsules = nil
    if half.content == .control { loseSettings(side) }
    let offset = half.reader.offset
    receiver.receiveLoss(HTTP3Place(side: side, stream: stream, range: offset..<offset))
  }

  /// Takes the payload of a frame other than DATA.
  private mutating func take(
    _ payload: Span<UInt8>, _ half: inout HTTP3Half, _ stream: UInt64, _ side: HTTP3Side,
    _ receiver: inout some HTTP3Receiver
  ) {
    let header = half.header
    let place = framePlace(half, stream, side)
    if half.content == .control { return takeControl(payload, header, &receiver, place) }
    switch header.type {
    case .headers: decode(payload, push: nil, &half, place, &receiver, isLast: false)
    case .pushPromise:
      guard let push = VariableInteger(payload, at: 0) else {
        receiver.receive(fault: .frameSize(header), place)
        return receiver.receive(lostHeaders: .undecodable, place)
      }
      if let maxPushID, push.value > maxPushID {
        receiver.receive(fault: .identifier(push.value, .pushPromise), place)
      }
      decode(
        payload.extracting(push.length..<payload.count), push: push.value, &half, place, &receiver, isLast: false)
    default: receiver.receive(other: header, payload: payload, place)
    }
  }
}
