import HTTP2

/// What a server has to send on the streams of a connection, within the windows that the client opens (RFC 9113 section 5.2).
struct HTTP2Outbox {
  private struct Stream {
    var window: Int64
    var waiting: ArraySlice<UInt8> = []
    /// What ends the stream once all has been sent.
    var end: End?
    var isSending = false
  }

  /// How a stream ends after its data.
  enum End: Equatable {
    /// The last DATA frame says so.
    case data
    /// Trailers follow.
    case trailers([ScriptedResponse.Header])
  }

  /// What can be sent now.
  struct Delivery {
    var bytes: [UInt8] = []
    /// The streams of which all that was handed over is in `bytes`.
    var finished: [UInt32] = []
    /// The streams that have ended with it.
    var ended: [UInt32] = []
  }

  /// The client's settings.
  private(set) var settings = HTTP2Settings()
  private var window: Int64 = 65_535
  private var streams: [UInt32: Stream] = [:]
  /// The stream whose turn was last.
  private var latest: UInt32 = 0

  /// How many streams are open.
  var count: Int { streams.count }

  func isOpen(_ stream: UInt32) -> Bool { streams[stream] != nil }

  mutating func open(_ stream: UInt32) { streams[stream] = Stream(window: Int64(settings.initialWindowSize)) }

  /// Forgets a stream, with what has not been sent on it.
  mutating func close(_ stream: UInt32) { streams[stream] = nil }

  /// Takes settings of the client, which also change the windows of open streams (section 6.9.2).
  mutating func apply(_ list: [HTTP2Setting]) {
    let before = Int64(settings.initialWindowSize)
    for setting in list { settings.apply(setting) }
    let change = Int64(settings.initialWindowSize) - before
    for stream in streams.keys { streams[stream]?.window += change }
  }

  /// - Parameter stream: 0 for the connection.
  mutating func openWindow(of stream: UInt32, by increment: UInt32) {
    if stream == 0 { window += Int64(increment) } else { streams[stream]?.window += Int64(increment) }
  }

  /// Hands over data, one piece at a time for each stream.
  mutating func send(_ data: [UInt8], end: End? = nil, on stream: UInt32) {
    streams[stream]?.waiting = data[...]
    streams[stream]?.end = end
    streams[stream]?.isSending = true
  }

  /// Takes what the windows allow, of each stream in turn.
  /// - Parameter most: about how many bytes; the rest is for the next call.
  mutating func delivery(atMost most: Int = .max) -> Delivery {
    var delivery = Delivery()
    let numbers = streams.keys.sorted()
    let start = numbers.firstIndex { $0 > latest } ?? 0
    for number in numbers[start...] + numbers[..<start] where delivery.bytes.count < most {
      latest = number
      guard var stream = streams[number], stream.isSending else { continue }
      while !stream.waiting.isEmpty, window > 0, stream.window > 0 {
        let most = min(HTTP2Frames.largestPayload, Int(clamping: min(window, stream.window)))
        let piece = stream.waiting.prefix(most)
        stream.waiting = stream.waiting.dropFirst(piece.count)
        window -= Int64(piece.count)
        stream.window -= Int64(piece.count)
        let isLast = stream.waiting.isEmpty && stream.end == .data
        delivery.bytes += HTTP2Frames.frame(.data, flags: isLast ? [.endStream] : [], stream: number, Array(piece))
        if isLast { stream.end = nil; delivery.ended.append(number) }
      }
      if stream.waiting.isEmpty {
        stream.isSending = false
        delivery.finished.append(number)
        if let end = stream.end {
          delivery.bytes += Self.bytes(of: end, stream: number)
          delivery.ended.append(number)
        }
      }
      streams[number] = stream
    }
    for number in delivery.ended { streams[number] = nil }
    return delivery
  }

  /// The end of a stream that no data goes before.
  private static func bytes(of end: End, stream: UInt32) -> [UInt8] {
    switch end {
    case .data: HTTP2Frames.frame(.data, flags: [.endStream], stream: stream)
    case .trailers(let fields): HTTP2Frames.head(fields, stream: stream, endsStream: true)
    }
  }
}
