import MessageFormats
import NIOCore
import Wire

/// What a client says on a WebSocket.
enum WebSocketArrival: Equatable {
  case message
  case ping([UInt8])
  case pong
  case close(UInt16?)
}

/// Reads the frames of a client after the handshake. It stands behind the decoder of HTTP, which hands over its bytes when it is removed.
final class WebSocketInboxHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private var reader = WebSocketReader(isFromClient: true)
  private let take: (WebSocketArrival) -> Void

  init(take: @escaping (WebSocketArrival) -> Void) {
    self.take = take
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var receiver = Receiver()
    reader.read(Array(unwrapInboundIn(data).readableBytesView).span, to: &receiver)
    for arrival in receiver.arrivals { take(arrival) }
  }

  private struct Receiver: WebSocketReceiver {
    var arrivals: [WebSocketArrival] = []

    mutating func receive(message: WebSocketMessage) { arrivals.append(.message) }

    mutating func receive(control: WebSocketFrameHeader.Opcode, payload: Span<UInt8>) {
      if control == .ping { arrivals.append(.ping([UInt8](payload))) }
      if control == .pong { arrivals.append(.pong) }
    }

    mutating func receive(close code: UInt16?, reason: Span<UInt8>) { arrivals.append(.close(code)) }
  }
}
