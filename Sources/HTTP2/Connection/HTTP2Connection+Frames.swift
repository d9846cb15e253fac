import Wire

// What the frames say, type by type.
extension HTTP2Connection {
  mutating func beginFrame(_ header: HTTP2FrameHeader, _ side: HTTP2Side, _ receiver: inout some HTTP2Receiver) {
    let index = side.index
    ends[index].header = header
    ends[index].isBroken = false
    let place = framePlace(side)
    if !ends[index].hasGreeted {
      ends[index].hasGreeted = true
      // A stream begins with SETTINGS (section 3.4). Anything else says that its beginning is not in the capture.
      if header.type != .settings || header.flags.contains(.ack) {
        lose(side, &receiver)
        let start = place.range.lowerBound
        receiver.receiveRecovery(skipped: 0, HTTP2Place(side: side, stream: 0, range: start..<start))
      }
    }
    receiver.receive(frame: header, place)
    if ends[index].block != nil, header.type != .continuation || header.stream != ends[index].block?.stream {
      receiver.receive(fault: .continuationExpected(header.type), place)
      loseBlock(side, .interrupted, &receiver, to: place.range.lowerBound)
    }
    if !Self.hasRightScope(header) { receiver.receive(fault: .streamZero(header), place) }
    if header.isPadded, header.payloadLength == 0 { receiver.receive(fault: .padding, place) }
  }

  /// Takes the payload of a frame other than DATA.
  mutating func take(
    _ payload: Span<UInt8>, isCut: Bool, _ side: HTTP2Side, _ receiver: inout some HTTP2Receiver
  ) {
    let header = ends[side.index].header
    let place = framePlace(side)
    guard Self.hasRightLength(header) else {
      receiver.receive(fault: .frameSize(header), place)
      return breakFrame(side, &receiver, place)
    }
    switch header.type {
    case .data: break
    case .headers: takeHeaders(payload, isCut: isCut, side, &receiver, place)
    case .pushPromise: takePromise(payload, isCut: isCut, side, &receiver, place)
    case .continuation: takeContinuation(payload, isCut: isCut, side, &receiver, place)
    case .priority:
      if let priority = HTTP2Priority(payload, at: 0) { receiver.receive(priority: priority, place) }
    case .resetStream:
      receiver.receive(reset: HTTP2ErrorCode(rawValue: payload.uint32(at: 0)), place)
      if isIdle(header.stream, for: side) { receiver.receive(fault: .idleStream, place) }
      close(header.stream)
    case .settings: takeSettings(payload, side, &receiver, place)
    case .ping:
      receiver.receive(ping: payload.uint64(at: 0), isAcknowledgment: header.flags.contains(.ack), place)
    case .goaway:
      receiver.receive(
        goaway: HTTP2ErrorCode(rawValue: payload.uint32(at: 4)), lastStream: payload.uint32(at: 0) & 0x7FFF_FFFF,
        debugData: payload.extracting(8..<payload.count), place)
    case .windowUpdate:
      takeWindowUpdate(payload.uint32(at: 0) & 0x7FFF_FFFF, side, &receiver, place)
    default: takeExtension(payload, header, &receiver, place)
    }
  }

  mutating func endFrame(_ side: HTTP2Side, _ receiver: inout some HTTP2Receiver) {
    let header = ends[side.index].header
    let place = framePlace(side)
    if header.type == .data {
      endData(header, side, &receiver, place)
    } else if ends[side.index].isBroken {
      breakFrame(side, &receiver, place)
    }
  }

  /// What a frame would have said is not known.
  mutating func breakFrame(_ side: HTTP2Side, _ receiver: inout some HTTP2Receiver, _ place: HTTP2Place) {
    let header = ends[side.index].header
    switch header.type {
    case .headers:
      ends[side.index].block = HTTP2End.OpenBlock(
        stream: header.stream, endsStream: header.endsStream, start: place.range.lowerBound, loss: .missing)
      if header.flags.contains(.endHeaders) { finishBlock(side, &receiver, to: place.range.upperBound) }
    case .pushPromise:
      ends[side.index].block = HTTP2End.OpenBlock(
        stream: header.stream, promised: 0, endsStream: false, start: place.range.lowerBound, loss: .missing)
      if header.flags.contains(.endHeaders) { finishBlock(side, &receiver, to: place.range.upperBound) }
    case .continuation:
      ends[side.index].block?.loss = .missing
      if ends[side.index].block == nil { ends[side.index].decoder.forget() }
      if header.flags.contains(.endHeaders) { finishBlock(side, &receiver, to: place.range.upperBound) }
    case .settings:
      ends[side.index].areSettingsKnown = false
      ends[side.other.index].decoder.allowedTableSize = nil
      ends[side.other.index].reader.maxFrameSize = 0xFF_FFFF
    case .windowUpdate: epoch += 1
    case .resetStream: close(header.stream)
    default: break
    }
  }

  /// 0 for streams that clients open, 1 for those of servers (RFC 9113 section 5.1.1).
  static func parity(_ stream: UInt32) -> Int { stream & 1 == 1 ? 0 : 1 }

  /// Whether a frame is on a stream, or on the connection, as its type must be.
  private static func hasRightScope(_ header: HTTP2FrameHeader) -> Bool {
    switch header.type {
    case .settings, .ping, .goaway: header.stream == 0
    case .data, .headers, .priority, .resetStream, .pushPromise, .continuation: header.stream != 0
    default: true
    }
  }

  private static func hasRightLength(_ header: HTTP2FrameHeader) -> Bool {
    let length = header.payloadLength
    return switch header.type {
    case .priority: length == HTTP2Priority.length
    case .resetStream, .windowUpdate: length == 4
    case .settings:
      header.flags.contains(.ack) ? length == 0 : length % HTTP2Setting.length == 0
    case .ping: length == 8
    case .goaway: length >= 8
    default: true
    }
  }

  private mutating func takeSettings(
    _ payload: Span<UInt8>, _ side: HTTP2Side, _ receiver: inout some HTTP2Receiver, _ place: HTTP2Place
  ) {
    let other = side.other
    if ends[side.index].header.flags.contains(.ack) {
      ends[other.index].acknowledge()
      receiver.receive(settings: [], isAcknowledgment: true, place)
      enforceSettings(of: other)
      return
    }
    let list = HTTP2Setting.list(payload)
    receiver.receive(settings: list, isAcknowledgment: false, place)
    for setting in list where !setting.isValid { receiver.receive(fault: .settingValue(setting), place) }
    let before = ends[side.index].initialWindow
    ends[side.index].propose(list)
    enforceSettings(of: side)
    if ends[side.index].initialWindow > before { resumeStreams(of: other, &receiver, place) }
  }

  /// Makes the reading of the other side follow the settings of a side.
  private mutating func enforceSettings(of side: HTTP2Side) {
    let end = ends[side.index]
    guard end.areSettingsKnown, end.hasSettings else { return }
    ends[side.other.index].decoder.allowedTableSize = Int(end.most(.headerTableSize, end.settings.headerTableSize))
    ends[side.other.index].reader.maxFrameSize = Int(end.most(.maxFrameSize, end.settings.maxFrameSize))
  }

  private mutating func takeExtension(
    _ payload: Span<UInt8>, _ header: HTTP2FrameHeader, _ receiver: inout some HTTP2Receiver, _ place: HTTP2Place
  ) {
    switch header.type {
    case .altSvc where payload.count >= 2 && Int(payload.uint16(at: 0)) <= payload.count - 2:
      let end = 2 + Int(payload.uint16(at: 0))
      receiver.receive(
        alternativeService: payload.extracting(end..<payload.count), origin: payload.extracting(2..<end), place)
    case .origin:
      var position = 0
      while payload.count - position >= 2 {
        let count = Int(payload.uint16(at: position))
        guard count <= payload.count - position - 2 else { break }
        receiver.receive(origin: payload.extracting(position + 2..<position + 2 + count), place)
        position += 2 + count
      }
      if position < payload.count { receiver.receive(fault: .frameSize(header), place) }
    case .priorityUpdate where payload.count >= 4:
      receiver.receive(
        priorityUpdate: payload.extracting(4..<payload.count), of: payload.uint32(at: 0) & 0x7FFF_FFFF, place)
    case .altSvc, .priorityUpdate: receiver.receive(fault: .frameSize(header), place)
    default: receiver.receive(other: header, payload: payload, place)
    }
  }
}
