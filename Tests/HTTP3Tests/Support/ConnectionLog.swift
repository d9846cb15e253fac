import HTTP2
import HTTP3
import Wire

/// Keeps what a connection said, one entry each; data that goes on is one entry.
struct ConnectionLog: HTTP3Receiver {
  enum Event: Hashable {
    case streamType(HTTP3StreamType)
    case push(UInt64)
    case session(UInt64)
    case frame(HTTP3FrameHeader)
    case headers(HTTP3Headers, [TestField])
    case lostHeaders(HTTP3LostHeaders)
    case blocking
    case unblocking
    case data([UInt8])
    case missing(Int64)
    case end
    case reset(HTTP3ErrorCode)
    case stopSending(HTTP3ErrorCode)
    case settings([HTTP3Setting])
    case goaway(UInt64)
    case maxPushID(UInt64)
    case cancelPush(UInt64)
    case priorityUpdate(UInt64, isPush: Bool, [UInt8])
    case origin([UInt8])
    case other(HTTP3FrameHeader, [UInt8])
    case datagram([UInt8], isCapsule: Bool)
    case capsule(HTTP3CapsuleType, [UInt8])
    case encoder(QPACKEncoderInstruction)
    case decoder(QPACKDecoderInstruction)
    case fault(HTTP3Fault)
    case loss
    case abandonment
  }

  struct Entry: Hashable {
    var place: HTTP3Place
    var event: Event
  }

  var entries: [Entry] = []

  private mutating func add(_ event: Event, _ place: HTTP3Place) { entries.append(Entry(place: place, event: event)) }

  /// What was said of a stream, without where it stands.
  func events(of stream: UInt64, _ side: HTTP3Side? = nil) -> [Event] {
    entries.filter { $0.place.stream == stream && side ?? $0.place.side == $0.place.side }.map(\.event)
  }

  /// The same without the beginnings of frames.
  func content(of stream: UInt64, _ side: HTTP3Side? = nil) -> [Event] {
    events(of: stream, side).filter { if case .frame = $0 { false } else { true } }
  }

  var faults: [HTTP3Fault] { entries.compactMap { if case .fault(let fault) = $0.event { fault } else { nil } } }

  mutating func receive(streamType: HTTP3StreamType, _ place: HTTP3Place) { add(.streamType(streamType), place) }
  mutating func receive(push: UInt64, _ place: HTTP3Place) { add(.push(push), place) }
  mutating func receive(webTransportSession: UInt64, _ place: HTTP3Place) { add(.session(webTransportSession), place) }
  mutating func receive(frame: HTTP3FrameHeader, _ place: HTTP3Place) { add(.frame(frame), place) }
  mutating func receive(headers: HTTP3Headers, fields: borrowing HPACKFieldBlock, _ place: HTTP3Place) {
    add(.headers(headers, TestField.all(fields)), place)
  }
  mutating func receive(lostHeaders reason: HTTP3LostHeaders, _ place: HTTP3Place) { add(.lostHeaders(reason), place) }
  mutating func receiveBlocking(_ place: HTTP3Place) { add(.blocking, place) }
  mutating func receiveUnblocking(_ place: HTTP3Place) { add(.unblocking, place) }
  mutating func receive(data: Span<UInt8>, _ place: HTTP3Place) {
    guard case .data(let before) = entries.last?.event, let last = entries.last?.place, last.stream == place.stream,
      last.side == place.side, last.range.upperBound == place.range.lowerBound
    else { return add(.data(Array(data)), place) }
    entries.removeLast()
    add(
      .data(before + Array(data)),
      HTTP3Place(
        side: place.side, stream: place.stream, range: last.range.lowerBound..<place.range.upperBound))
  }
  mutating func receive(missingData count: Int64, _ place: HTTP3Place) { add(.missing(count), place) }
  mutating func receiveEnd(_ place: HTTP3Place) { add(.end, place) }
  mutating func receive(reset code: HTTP3ErrorCode, _ place: HTTP3Place) { add(.reset(code), place) }
  mutating func receive(stopSending code: HTTP3ErrorCode, _ place: HTTP3Place) { add(.stopSending(code), place) }
  mutating func receive(settings: [HTTP3Setting], _ place: HTTP3Place) { add(.settings(settings), place) }
  mutating func receive(goaway identifier: UInt64, _ place: HTTP3Place) { add(.goaway(identifier), place) }
  mutating func receive(maxPushID: UInt64, _ place: HTTP3Place) { add(.maxPushID(maxPushID), place) }
  mutating func receive(cancelPush: UInt64, _ place: HTTP3Place) { add(.cancelPush(cancelPush), place) }
  mutating func receive(
    priorityUpdate value: Span<UInt8>, of element: UInt64, isPush: Bool, _ place: HTTP3Place
  ) {
    add(.priorityUpdate(element, isPush: isPush, Array(value)), place)
  }
  mutating func receive(origin: Span<UInt8>, _ place: HTTP3Place) { add(.origin(Array(origin)), place) }
  mutating func receive(other frame: HTTP3FrameHeader, payload: Span<UInt8>, _ place: HTTP3Place) {
    add(.other(frame, Array(payload)), place)
  }
  mutating func receive(datagram: Span<UInt8>, isCapsule: Bool, _ place: HTTP3Place) {
    add(.datagram(Array(datagram), isCapsule: isCapsule), place)
  }
  mutating func receive(capsule type: HTTP3CapsuleType, value: Span<UInt8>, _ place: HTTP3Place) {
    add(.capsule(type, Array(value)), place)
  }
  mutating func receive(encoderInstruction: QPACKEncoderInstruction, _ place: HTTP3Place) {
    add(.encoder(encoderInstruction), place)
  }
  mutating func receive(decoderInstruction: QPACKDecoderInstruction, _ place: HTTP3Place) {
    add(.decoder(decoderInstruction), place)
  }
  mutating func receive(fault: HTTP3Fault, _ place: HTTP3Place) { add(.fault(fault), place) }
  mutating func receiveLoss(_ place: HTTP3Place) { add(.loss, place) }
  mutating func receiveAbandonment(of stream: UInt64) {
    add(.abandonment, HTTP3Place(side: .client, stream: stream, range: 0..<0))
  }
}
