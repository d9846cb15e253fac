import HTTP2
import Wire

/// Keeps what a connection said, one entry each; data that goes on is one entry.
struct ConnectionLog: HTTP2Receiver {
  struct Field: Hashable {
    var name: [UInt8]?
    var value: [UInt8]?
  }

  enum Event: Hashable {
    case preface
    case frame(HTTP2FrameHeader)
    case headers(HTTP2Headers, [Field])
    case lostHeaders(HTTP2LostHeaders, endsStream: Bool)
    case data([UInt8])
    case missing(Int)
    case end
    case reset(HTTP2ErrorCode)
    case goaway(HTTP2ErrorCode, UInt32, [UInt8])
    case settings([HTTP2Setting], Bool)
    case windowUpdate(UInt32)
    case ping(UInt64, Bool)
    case priority(HTTP2Priority)
    case priorityUpdate(UInt32, [UInt8])
    case altSvc([UInt8], [UInt8])
    case origin([UInt8])
    case other(HTTP2FrameHeader, [UInt8])
    case stall(HTTP2Stall)
    case resumption(HTTP2Stall)
    case fault(HTTP2Fault)
    case loss
    case recovery(Int64)
    case abandonment(UInt32)
  }

  struct Entry: Hashable {
    var place: HTTP2Place
    var event: Event
  }

  var entries: [Entry] = []
  /// The fields that were called sensitive.
  var sensitive: [Field] = []

  private mutating func add(_ event: Event, _ place: HTTP2Place) {
    entries.append(Entry(place: place, event: event))
  }

  static func fields(_ block: borrowing HPACKFieldBlock) -> [Field] {
    block.fields.map {
      Field(
        name: $0.isNameKnown ? Array(block.bytes[$0.name]) : nil,
        value: $0.isValueKnown ? Array(block.bytes[$0.value]) : nil)
    }
  }

  mutating func receivePreface(_ place: HTTP2Place) { add(.preface, place) }
  mutating func receive(frame: HTTP2FrameHeader, _ place: HTTP2Place) { add(.frame(frame), place) }
  mutating func receive(headers: HTTP2Headers, fields: borrowing HPACKFieldBlock, _ place: HTTP2Place) {
    let all = Self.fields(fields)
    add(.headers(headers, all), place)
    for (index, field) in fields.fields.enumerated() where field.isSensitive { sensitive.append(all[index]) }
  }
  mutating func receive(lostHeaders reason: HTTP2LostHeaders, endsStream: Bool, _ place: HTTP2Place) {
    add(.lostHeaders(reason, endsStream: endsStream), place)
  }
  mutating func receive(data: Span<UInt8>, _ place: HTTP2Place) {
    precondition(Int64(data.count) == place.range.upperBound - place.range.lowerBound)
    // Data of the same frame that comes in pieces is one entry.
    for index in entries.indices.reversed() {
      guard entries[index].place.side == place.side else { continue }
      if case .data(var bytes) = entries[index].event,
        entries[index].place.range.upperBound == place.range.lowerBound
      {
        // Taken out first, so that it is not copied.
        entries[index].event = .end
        bytes += Array(data)
        entries[index].event = .data(bytes)
        entries[index].place.range = entries[index].place.range.lowerBound..<place.range.upperBound
        return
      }
      break
    }
    add(.data(Array(data)), place)
  }
  mutating func receive(missingData count: Int, _ place: HTTP2Place) { add(.missing(count), place) }
  mutating func receiveEnd(_ place: HTTP2Place) { add(.end, place) }
  mutating func receive(reset code: HTTP2ErrorCode, _ place: HTTP2Place) { add(.reset(code), place) }
  mutating func receive(
    goaway code: HTTP2ErrorCode, lastStream: UInt32, debugData: Span<UInt8>, _ place: HTTP2Place
  ) { add(.goaway(code, lastStream, Array(debugData)), place) }
  mutating func receive(settings: [HTTP2Setting], isAcknowledgment: Bool, _ place: HTTP2Place) {
    add(.settings(settings, isAcknowledgment), place)
  }
  mutating func receive(windowUpdate increment: UInt32, _ place: HTTP2Place) { add(.windowUpdate(increment), place) }
  mutating func receive(ping data: UInt64, isAcknowledgment: Bool, _ place: HTTP2Place) {
    add(.ping(data, isAcknowledgment), place)
  }
  mutating func receive(priority: HTTP2Priority, _ place: HTTP2Place) { add(.priority(priority), place) }
  mutating func receive(priorityUpdate value: Span<UInt8>, of stream: UInt32, _ place: HTTP2Place) {
    add(.priorityUpdate(stream, Array(value)), place)
  }
  mutating func receive(alternativeService value: Span<UInt8>, origin: Span<UInt8>, _ place: HTTP2Place) {
    add(.altSvc(Array(origin), Array(value)), place)
  }
  mutating func receive(origin: Span<UInt8>, _ place: HTTP2Place) { add(.origin(Array(origin)), place) }
  mutating func receive(other frame: HTTP2FrameHeader, payload: Span<UInt8>, _ place: HTTP2Place) {
    add(.other(frame, Array(payload)), place)
  }
  mutating func receive(stall: HTTP2Stall, _ place: HTTP2Place) { add(.stall(stall), place) }
  mutating func receive(resumption: HTTP2Stall, _ place: HTTP2Place) { add(.resumption(resumption), place) }
  mutating func receive(fault: HTTP2Fault, _ place: HTTP2Place) { add(.fault(fault), place) }
  mutating func receiveLoss(_ place: HTTP2Place) { add(.loss, place) }
  mutating func receiveRecovery(skipped: Int64, _ place: HTTP2Place) { add(.recovery(skipped), place) }
  mutating func receiveAbandonment(of stream: UInt32) {
    add(.abandonment(stream), HTTP2Place(side: .first, stream: stream, range: 0..<0))
  }

  /// What one side said.
  func entries(of side: HTTP2Side) -> [Entry] { entries.filter { $0.place.side == side } }

  var faults: [HTTP2Fault] {
    entries.compactMap { if case .fault(let fault) = $0.event { fault } else { nil } }
  }
}
