package import MessageFormats
import Streams
import Wire

/// Finds the messages in both directions of a WebSocket.
final class WebSocketMessages {
  /// Nil where nobody wants the messages, and only the end of the WebSocket counts.
  private let list: MessageList?
  private var client: WebSocketReader
  private var server: WebSocketReader
  private var partial = Pair<[UInt8]>([], [])
  /// Whether both ends may be gone: one has sent a close frame.
  private(set) var hasClosed = false

  /// - Parameter responseHead: the head of the response, which says whether messages are compressed.
  init(_ list: MessageList?, responseHead: [UInt8]) {
    self.list = list
    let deflate = WebSocketDeflate(responseHead: responseHead)
    client = WebSocketReader(isFromClient: true, deflate: deflate)
    server = WebSocketReader(isFromClient: false, deflate: deflate)
  }

  var heldBytes: Int { partial[0].capacity + partial[1].capacity + 512 }

  /// Takes the next bytes of a direction.
  /// - Parameter room: how many bytes of messages may be kept.
  func read(_ bytes: Span<UInt8>, from party: HTTPParty, _ now: PacketMark, room: Int) {
    var receiver = receiver(party, now, room)
    if party == .client { client.read(bytes, to: &receiver) } else { server.read(bytes, to: &receiver) }
    put(back: receiver)
  }

  /// Takes the word that bytes are not in the capture.
  func miss(_ count: Int64, from party: HTTPParty, _ now: PacketMark, room: Int) {
    var receiver = receiver(party, now, room)
    if party == .client { client.miss(count, to: &receiver) } else { server.miss(count, to: &receiver) }
    put(back: receiver)
  }

  private func receiver(_ party: HTTPParty, _ now: PacketMark, _ room: Int) -> Receiver {
    let index = party == .client ? 0 : 1
    let bytes = partial[index]
    partial[index] = []
    return Receiver(list: list, party: party, now: now, room: room, bytes: bytes)
  }

  private func put(back receiver: Receiver) {
    partial[receiver.party == .client ? 0 : 1] = receiver.bytes
    hasClosed = hasClosed || receiver.hasClosed
  }

  private struct Receiver: WebSocketReceiver {
    let list: MessageList?
    let party: HTTPParty
    let now: PacketMark
    let room: Int
    /// The message at hand, as far as it is kept.
    var bytes: [UInt8]
    var hasClosed = false

    mutating func receive(data: Span<UInt8>, of kind: WebSocketMessageKind) {
      guard let list else { return }
      let count = max(0, min(data.count, min(list.limit, room) - bytes.count))
      bytes.append(data.extracting(0..<count))
    }

    mutating func receive(message: WebSocketMessage) {
      add(
        message.kind == .text ? .text : .binary, bytes, message.count, isCut: !message.isWhole,
        isCompressed: message.isCompressed)
      bytes = []
    }

    mutating func receive(control: WebSocketFrameHeader.Opcode, payload: Span<UInt8>) {
      guard control == .ping || control == .pong else { return }
      add(control == .ping ? .ping : .pong, [UInt8](payload), Int64(payload.count))
    }

    mutating func receive(close code: UInt16?, reason: Span<UInt8>) {
      hasClosed = true
      add(.close(code), [UInt8](reason), Int64(reason.count))
    }

    private func add(
      _ kind: ExchangeMessage.Kind, _ bytes: [UInt8], _ size: Int64, isCut: Bool = false, isCompressed: Bool = false
    ) {
      list?.add(
        ExchangeMessage(
          party: party, packet: now, kind: kind, size: size, bytes: bytes, isCut: isCut || Int64(bytes.count) < size,
          isCompressed: isCompressed), room: room)
    }
  }
}

extension WebSocketDeflate {
  /// What the head of a response agrees to; nil if it does not agree to permessage-deflate.
  package init?(responseHead: [UInt8]) {
    let agreed = HeadField.all(of: responseHead).lazy.filter { $0.isNamed("sec-websocket-extensions") }
      .compactMap { WebSocketDeflate(response: $0.value.span) }.first
    guard let agreed else { return nil }
    self = agreed
  }
}
