import Wire

/// Reads a `text/event-stream` (WHATWG HTML section 9.2) in pieces as they come, within a bound of memory.
public struct EventStreamReader: Sendable {
  /// The longest line, and the longest data of an event, in bytes, unless said otherwise.
  public static let defaultLimit = 1 << 20

  /// An event, as a client dispatches it.
  public struct Event: Hashable, Sendable {
    /// `message` unless the stream says otherwise.
    public var type: [UInt8]
    /// The last event ID at this point of the stream.
    public var id: [UInt8]
    /// The `data` lines, joined with line feeds.
    public var data: [UInt8]
    /// The bytes of the stream that the event took, its empty line included.
    public var range: Range<Int64>
    /// Whether bytes of it were left out because it is longer than the limit, or are not in the capture.
    public var isCut: Bool
  }

  /// What the bytes say.
  public enum Told: Hashable, Sendable {
    /// An event.
    case event(Event)
    /// How long a client is to wait before it connects again, in milliseconds.
    case retry(Int)
    /// A line that begins with a colon, without it: servers send them to keep a connection alive.
    case comment([UInt8])
  }

  private let limit: Int
  private var line: [UInt8] = []
  private var isLineCut = false
  /// Whether the rest of the line is not known to be one.
  private var isLineLost = false
  private var isFirstLine = true
  private var offset: Int64 = 0
  private var start: Int64 = 0
  private var type: [UInt8] = []
  private var id: [UInt8] = []
  private var data: [UInt8] = []
  private var hasData = false
  private var isCut = false
  private var followsReturn = false

  /// - Parameter limit: the longest event to hold, in bytes.
  public init(limit: Int = defaultLimit) {
    self.limit = max(0, limit)
  }

  /// Whether an event has begun and is not over, which clients do not dispatch.
  public var isInEvent: Bool { hasData || !line.isEmpty || !type.isEmpty }
  /// The memory that it holds, in bytes.
  public var heldBytes: Int { line.capacity + data.capacity + type.capacity + id.capacity }

  /// Takes the next piece.
  public mutating func read(_ bytes: Span<UInt8>, _ tell: (Told) -> Void) {
    var begin = 0
    for index in bytes.indices {
      let byte = bytes[index]
      guard byte == 0x0A || byte == 0x0D else {
        followsReturn = false
        continue
      }
      defer { begin = index + 1 }
      // The line feed of CR LF ends nothing.
      if byte == 0x0A, followsReturn {
        followsReturn = false
        if start == offset + Int64(index) { start += 1 }
        continue
      }
      followsReturn = byte == 0x0D
      append(bytes.extracting(begin..<index))
      endLine(at: offset + Int64(index) + 1, tell)
    }
    if begin < bytes.count { append(bytes.extracting(begin..<bytes.count)) }
    offset += Int64(bytes.count)
  }

  /// Takes the word that the next `count` bytes are not in the capture. The event that they are in is cut.
  public mutating func miss(_ count: Int64) {
    offset += max(0, count)
    (isCut, isLineLost, followsReturn) = (true, true, false)
  }

  private mutating func append(_ bytes: Span<UInt8>) {
    let room = limit - line.count
    line.append(bytes.extracting(0..<min(room, bytes.count)))
    if bytes.count > room { isLineCut = true }
  }

  private mutating func endLine(at end: Int64, _ tell: (Told) -> Void) {
    var text = line[...]
    let wasLost = isLineLost
    if isLineCut { isCut = true }
    (isLineCut, isLineLost) = (false, false)
    if isFirstLine, text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    isFirstLine = false
    if !wasLost {
      if text.isEmpty { dispatch(at: end, tell) } else { take(text, tell) }
    }
    line.removeAll(keepingCapacity: line.count < 4096)
  }

  private mutating func take(_ text: ArraySlice<UInt8>, _ tell: (Told) -> Void) {
    let name = text.prefix { $0 != UInt8(ascii: ":") }
    var value = text.dropFirst(name.count + 1)
    guard !name.isEmpty else { return tell(.comment(Array(value))) }
    if value.first == 0x20 { value = value.dropFirst() }
    if name.elementsEqual("data".utf8) {
      let room = limit - data.count
      if hasData, room > 0 { data.append(0x0A) }
      data += value.prefix(max(0, room - 1))
      if value.count > max(0, room - 1) { isCut = true }
      hasData = true
    } else if name.elementsEqual("event".utf8) {
      type = Array(value)
    } else if name.elementsEqual("id".utf8) {
      if !value.contains(0) { id = Array(value) }
    } else if name.elementsEqual("retry".utf8), !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }) {
      if let retry = Int(String(decoding: value, as: UTF8.self)) { tell(.retry(retry)) }
    }
  }

  private mutating func dispatch(at end: Int64, _ tell: (Told) -> Void) {
    if hasData {
      let type = type.isEmpty ? Array("message".utf8) : type
      tell(.event(Event(type: type, id: id, data: data, range: start..<end, isCut: isCut)))
    }
    (type, data, hasData, isCut) = ([], [], false, false)
    start = end
  }
}
