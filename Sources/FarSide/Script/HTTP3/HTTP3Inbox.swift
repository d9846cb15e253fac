import HTTP2
import HTTP3

/// Reads what a client sends on a connection of HTTP/3.
struct HTTP3Inbox {
  enum Event: Equatable {
    case request(stream: UInt64, RequestHead)
    case data(stream: UInt64, bytes: Int)
    /// The client has ended its half of a stream.
    case end(stream: UInt64)
    /// It has reset it.
    case reset(stream: UInt64)
  }

  private var connection = HTTP3Connection()
  private var offsets: [UInt64: Int64] = [:]

  /// Takes what the server's control stream, which has this number, begins with.
  mutating func note(control: [UInt8], on stream: UInt64) {
    var receiver = Receiver()
    connection.receive(control.span, stream: stream, at: 0, from: .server, to: &receiver)
  }

  /// Takes the next bytes of the client on a stream.
  mutating func read(_ bytes: [UInt8], on stream: UInt64, isEnd: Bool) -> [Event] {
    var receiver = Receiver()
    let offset = offsets[stream, default: 0]
    connection.receive(bytes.span, stream: stream, at: offset, from: .client, to: &receiver)
    offsets[stream] = isEnd ? nil : offset + Int64(bytes.count)
    if isEnd { connection.end(stream: stream, from: .client, to: &receiver) }
    return receiver.events
  }

  /// Takes the word that the client has reset a stream.
  mutating func reset(_ stream: UInt64, code: UInt64) -> [Event] {
    var receiver = Receiver()
    offsets[stream] = nil
    connection.reset(stream: stream, code: HTTP3ErrorCode(rawValue: code), from: .client, to: &receiver)
    return receiver.events
  }

  /// Forgets a stream whose response is over.
  mutating func close(_ stream: UInt64) {
    var receiver = Receiver()
    connection.end(stream: stream, from: .server, to: &receiver)
  }

  private struct Receiver: HTTP3Receiver {
    var events: [Event] = []

    mutating func receive(headers: HTTP3Headers, fields: borrowing HPACKFieldBlock, _ place: HTTP3Place) {
      // Trailers are read as the end of the stream.
      guard place.side == .client, headers.kind == .request else { return }
      events.append(.request(stream: place.stream, RequestHead(fields)))
    }

    mutating func receive(data: Span<UInt8>, _ place: HTTP3Place) {
      if place.side == .client { events.append(.data(stream: place.stream, bytes: data.count)) }
    }

    mutating func receiveEnd(_ place: HTTP3Place) {
      if place.side == .client { events.append(.end(stream: place.stream)) }
    }

    mutating func receive(reset code: HTTP3ErrorCode, _ place: HTTP3Place) {
      if place.side == .client { events.append(.reset(stream: place.stream)) }
    }
  }
}
