import HTTP2

/// Reads what a client sends on a connection of HTTP/2.
struct HTTP2Inbox {
  enum Event: Equatable {
    case request(stream: UInt32, RequestHead)
    case data(stream: UInt32, bytes: Int)
    /// The client has ended its half of a stream.
    case end(stream: UInt32)
    case reset(stream: UInt32)
    case settings([HTTP2Setting])
    case window(stream: UInt32, increment: UInt32)
    case ping(UInt64)
    /// The acknowledgment of a PING of the server.
    case pong
  }

  private var connection = HTTP2Connection()
  private var offset: Int64 = 0

  /// Takes the next bytes of the client.
  mutating func read(_ bytes: [UInt8]) -> [Event] {
    var receiver = Receiver()
    connection.receive(bytes.span, at: offset, from: .first, to: &receiver)
    offset += Int64(bytes.count)
    return receiver.events
  }

  private struct Receiver: HTTP2Receiver {
    var events: [Event] = []

    mutating func receive(headers: HTTP2Headers, fields: borrowing HPACKFieldBlock, _ place: HTTP2Place) {
      // Trailers are read as the end of the stream.
      guard headers.kind == .request else { return }
      events.append(.request(stream: place.stream, RequestHead(fields)))
    }

    mutating func receive(data: Span<UInt8>, _ place: HTTP2Place) {
      events.append(.data(stream: place.stream, bytes: data.count))
    }

    mutating func receiveEnd(_ place: HTTP2Place) { events.append(.end(stream: place.stream)) }

    mutating func receive(reset code: HTTP2ErrorCode, _ place: HTTP2Place) {
      events.append(.reset(stream: place.stream))
    }

    mutating func receive(settings: [HTTP2Setting], isAcknowledgment: Bool, _ place: HTTP2Place) {
      if !isAcknowledgment { events.append(.settings(settings)) }
    }

    mutating func receive(windowUpdate increment: UInt32, _ place: HTTP2Place) {
      events.append(.window(stream: place.stream, increment: increment))
    }

    mutating func receive(ping data: UInt64, isAcknowledgment: Bool, _ place: HTTP2Place) {
      events.append(isAcknowledgment ? .pong : .ping(data))
    }
  }
}
