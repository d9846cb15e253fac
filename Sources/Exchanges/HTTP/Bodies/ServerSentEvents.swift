import TextOutput
import Wire

/// The events of a `text/event-stream` body (WHATWG HTML, section 9.2), read in pieces as they come.
public struct ServerSentEvents {
  /// One event, as a client dispatches it.
  public struct Event: Hashable, Sendable {
    /// `message` unless the stream says otherwise.
    public var type: String
    /// The last event ID at this point of the stream.
    public var id: String
    /// The `data` lines, joined with line feeds.
    public var data: [UInt8]
    /// The bytes of the body that the event took, its empty line included.
    public var range: Range<Int>
  }

  /// The events so far.
  public private(set) var events: [Event] = []
  /// What the stream asks the client to wait before it connects again, in milliseconds.
  public private(set) var retry: Int?
  /// Whether the stream ends within an event, which clients then do not dispatch.
  public private(set) var hasUnfinished = false

  private var line: [UInt8] = []
  private var offset = 0
  private var eventStart = 0
  private var type = ""
  private var id = ""
  private var data: [UInt8] = []
  private var hasData = false
  private var hasFields = false
  private var followsReturn = false

  public init() {}

  /// Takes the next piece of the body.
  public mutating func parse(_ bytes: Span<UInt8>) {
    var start = 0
    for index in bytes.indices {
      let byte = bytes[index]
      guard byte == 0x0A || byte == 0x0D else {
        followsReturn = false
        continue
      }
      defer { start = index + 1 }
      // The line feed of CR LF ends nothing.
      if byte == 0x0A, followsReturn, index == start, line.isEmpty {
        followsReturn = false
        extendLast(to: offset + index + 1)
        continue
      }
      followsReturn = byte == 0x0D
      line.append(bytes.extracting(start..<index))
      endLine(at: offset + index + 1)
    }
    if start < bytes.count { line.append(bytes.extracting(start..<bytes.count)) }
    offset += bytes.count
  }

  /// Says that the body is over.
  public mutating func finish() {
    hasUnfinished = hasFields || !line.isEmpty
  }

  /// Hands over the events so far, except the last: what follows may turn out to be part of its last line's end.
  public mutating func takeSettled() -> [Event] {
    guard let last = events.popLast() else { return [] }
    return exchange(&events, with: [last])
  }

  private mutating func extendLast(to end: Int) {
    if !hasFields, eventStart == end - 1 { eventStart = end }
    if let last = events.last, last.range.upperBound == end - 1 {
      events[events.count - 1].range = last.range.lowerBound..<end
    }
  }

  private mutating func endLine(at end: Int) {
    var text = exchange(&line, with: [])
    if end <= text.count + 2, text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
    guard !text.isEmpty else { return dispatch(at: end) }
    hasFields = true
    let colon = text.firstIndex(of: 0x3A) ?? text.count
    guard colon > 0 else { return }
    var value = text.dropFirst(colon + 1)
    if value.first == 0x20 { value.removeFirst() }
    take(String(text: text.span.extracting(0..<colon)), Array(value))
  }

  private mutating func take(_ name: String, _ value: [UInt8]) {
    switch name {
    case "event": type = String(text: value.span)
    case "data":
      if hasData { data.append(0x0A) }
      data += value
      hasData = true
    case "id" where !value.contains(0): id = String(text: value.span)
    case "retry":
      if !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }) {
        retry = Int(String(text: value.span)) ?? retry
      }
    default: break
    }
  }

  private mutating func dispatch(at end: Int) {
    if hasData {
      events.append(Event(type: type.isEmpty ? "message" : type, id: id, data: data, range: eventStart..<end))
    }
    (type, data, hasData, hasFields) = ("", [], false, false)
    eventStart = end
  }
}
