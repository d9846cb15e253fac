import Wire

// Unidirectional streams (RFC 9114 section 6.2): their types, the control stream, and those of QPACK.
extension HTTP3Connection {
  /// Reads the beginning of a unidirectional stream, until it says what it is for.
  mutating func readPrefix(
    _ bytes: Span<UInt8>, _ position: inout Int, _ half: inout HTTP3Half, _ stream: UInt64, _ side: HTTP3Side,
    _ receiver: inout some HTTP3Receiver
  ) {
    while position < bytes.count {
      half.prefix.append(bytes[position])
      position += 1
      guard let number = VariableInteger(half.prefix.span, at: 0) else { continue }
      let type = HTTP3StreamType(rawValue: number.value)
      guard type == .push || type == .webTransport else {
        return begin(type, nil, &half, stream, side, &receiver)
      }
      guard let named = VariableInteger(half.prefix.span, at: number.length) else { continue }
      return begin(type, named.value, &half, stream, side, &receiver)
    }
  }

  private mutating func begin(
    _ type: HTTP3StreamType, _ named: UInt64?, _ half: inout HTTP3Half, _ stream: UInt64, _ side: HTTP3Side,
    _ receiver: inout some HTTP3Receiver
  ) {
    let start = Int64(half.prefix.count)
    let place = HTTP3Place(side: side, stream: stream, range: 0..<start)
    half.prefix = []
    half.content = .ignored
    half.position = start
    half.reader = LengthValueReader(at: start, limit: limits.payload, streamedType: .data)
    receiver.receive(streamType: type, place)
    if type.isCritical {
      guard criticals[side.index].insert(type).inserted else {
        return receiver.receive(fault: .streamTwice(type), place)
      }
    }
    half.type = type
    switch type {
    case .control: half.content = .control
    case .encoder: half.content = .encoder
    case .decoder: half.content = .decoder
    case .push:
      guard side == .server else { return receiver.receive(fault: .streamOfWrongSide, place) }
      half.content = .message
      receiver.receive(push: named ?? 0, place)
    case .webTransport:
      half.content = .webTransport
      half.reader.becomeRaw()
      receiver.receive(webTransportSession: named ?? 0, place)
    default: break
    }
  }

  mutating func readEncoder(
    _ bytes: Span<UInt8>, _ half: inout HTTP3Half, _ stream: UInt64, _ side: HTTP3Side,
    _ receiver: inout some HTTP3Receiver
  ) {
    let index = side.index
    decoders[index].append(bytes)
    do throws(QPACKError) {
      while let (instruction, length) = try decoders[index].nextInstruction() {
        let end = half.position &+ Int64(length)
        receiver.receive(
          encoderInstruction: instruction, HTTP3Place(side: side, stream: stream, range: half.position..<end))
        half.position = end
        // A later instruction may drop what a section waits for.
        mayResume[index] = true
        resume(&receiver)
      }
    } catch {
      let place = HTTP3Place(side: side, stream: stream, range: half.position..<max(half.position, half.offset))
      receiver.receive(fault: .encoderStream(error), place)
      half.content = .ignored
      mayResume[index] = true
    }
  }

  mutating func readDecoder(
    _ bytes: Span<UInt8>, _ position: inout Int, _ half: inout HTTP3Half, _ stream: UInt64, _ side: HTTP3Side,
    _ receiver: inout some HTTP3Receiver
  ) {
    do throws(QPACKError) {
      while let (instruction, length) = try decoderStreams[side.index].next(bytes, &position) {
        let end = half.position &+ Int64(length)
        receiver.receive(
          decoderInstruction: instruction, HTTP3Place(side: side, stream: stream, range: half.position..<end))
        half.position = end
      }
    } catch {
      let place = HTTP3Place(side: side, stream: stream, range: half.position..<max(half.position, half.offset))
      receiver.receive(fault: .decoderStream(error), place)
      half.content = .ignored
    }
  }

  /// Takes the payload of a frame on a control stream.
  mutating func takeControl(
    _ payload: Span<UInt8>, _ header: HTTP3FrameHeader, _ receiver: inout some HTTP3Receiver, _ place: HTTP3Place
  ) {
    switch header.type {
    case .settings: takeSettings(payload, header, &receiver, place)
    case .goaway, .maxPushID, .cancelPush:
      guard let number = VariableInteger(payload, at: 0), number.length == payload.count else {
        return receiver.receive(fault: .frameSize(header), place)
      }
      takeNumber(number.value, header.type, &receiver, place)
    case .priorityUpdate, .priorityUpdateOfPush:
      guard let element = VariableInteger(payload, at: 0) else {
        return receiver.receive(fault: .frameSize(header), place)
      }
      receiver.receive(
        priorityUpdate: payload.extracting(element.length..<payload.count), of: element.value,
        isPush: header.type == .priorityUpdateOfPush, place)
    case .origin: takeOrigins(payload, header, &receiver, place)
    default: receiver.receive(other: header, payload: payload, place)
    }
  }

  private mutating func takeNumber(
    _ number: UInt64, _ type: HTTP3FrameType, _ receiver: inout some HTTP3Receiver, _ place: HTTP3Place
  ) {
    let index = place.side.index
    switch type {
    case .goaway:
      // A server names a stream of a client's requests, and no number may grow (RFC 9114 section 5.2).
      let isRequest = place.side == .client || number % 4 == 0
      if !isRequest || number > goaways[index] ?? .max {
        receiver.receive(fault: .identifier(number, type), place)
      }
      goaways[index] = number
      receiver.receive(goaway: number, place)
    case .maxPushID:
      if let maxPushID, number < maxPushID { receiver.receive(fault: .identifier(number, type), place) }
      if place.side == .client { maxPushID = max(maxPushID ?? 0, number) }
      receiver.receive(maxPushID: number, place)
    default: receiver.receive(cancelPush: number, place)
    }
  }

  private mutating func takeSettings(
    _ payload: Span<UInt8>, _ header: HTTP3FrameHeader, _ receiver: inout some HTTP3Receiver, _ place: HTTP3Place
  ) {
    let (index, other) = (place.side.index, place.side.other.index)
    guard let list = HTTP3Setting.list(payload) else {
      receiver.receive(fault: .frameSize(header), place)
      return loseSettings(place.side)
    }
    receiver.receive(settings: list, place)
    var seen: Set<HTTP3Setting.Identifier> = []
    for setting in list {
      if !setting.isValid { receiver.receive(fault: .settingValue(setting), place) }
      if !seen.insert(setting.identifier).inserted {
        receiver.receive(fault: .settingTwice(setting.identifier), place)
      }
    }
    guard settingsInForce[index] == nil else { return }
    let settings = HTTP3Settings(list)
    settingsInForce[index] = settings
    decoders[other].maxTableCapacity = settings.qpackMaxTableCapacity
    mayResume[other] = true
  }

  private func takeOrigins(
    _ payload: Span<UInt8>, _ header: HTTP3FrameHeader, _ receiver: inout some HTTP3Receiver, _ place: HTTP3Place
  ) {
    var position = 0
    while payload.count - position >= 2 {
      let count = Int(payload.uint16(at: position))
      guard count <= payload.count - position - 2 else { break }
      receiver.receive(origin: payload.extracting(position + 2..<position + 2 + count), place)
      position += 2 + count
    }
    if position < payload.count { receiver.receive(fault: .frameSize(header), place) }
  }
}
