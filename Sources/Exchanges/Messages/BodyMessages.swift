import ContentCodings
import MessageFormats
import Streams
import Wire

/// Finds the messages in a body as it comes: the events of an event stream, the messages of a gRPC call.
final class BodyMessages {
  private enum Reader {
    case events(EventStreamReader)
    case calls(GRPCMessageReader)
  }

  private let party: HTTPParty
  private let list: MessageList
  private var reader: Reader
  /// For gRPC-Web in text.
  private var base64: Base64Reader?
  /// What undoes the compression of a gRPC message.
  private let codings: [ContentCoding]
  private var partial: [UInt8] = []
  /// The packet at hand.
  var now: PacketMark
  /// The trailers of gRPC-Web.
  private(set) var trailers: [UInt8] = []

  /// The reader for a body of a media type; nil where it carries no messages.
  init?(_ party: HTTPParty, type: String?, encoding: String?, _ list: MessageList, _ now: PacketMark) {
    let media = BodyKind.media(type)
    if media == "text/event-stream" {
      reader = .events(EventStreamReader(limit: min(EventStreamReader.defaultLimit, list.limit)))
    } else if GRPCCall.isCall(media) {
      reader = .calls(GRPCMessageReader())
    } else {
      return nil
    }
    base64 = media.hasPrefix("application/grpc-web-text") ? Base64Reader() : nil
    codings = (try? ContentCoding.list(encoding ?? "")) ?? []
    (self.party, self.list, self.now) = (party, list, now)
  }

  var heldBytes: Int {
    switch reader {
    case .events(let reader): partial.capacity + reader.heldBytes
    case .calls: partial.capacity
    }
  }

  /// Takes the next bytes of the body, its codings undone.
  /// - Parameter room: how many bytes of messages may be kept.
  func read(_ bytes: Span<UInt8>, room: Int) {
    switch reader {
    case .events(var events):
      events.read(bytes) { told in
        switch told {
        case .event(let event): add(event, room)
        case .retry(let milliseconds):
          let bytes = Array(String(milliseconds).utf8)
          list.add(
            ExchangeMessage(
              party: party, packet: now, kind: .retry, size: Int64(bytes.count), bytes: bytes, isCut: false), room: room
          )
        case .comment: break
        }
      }
      reader = .events(events)
    case .calls(let calls):
      guard base64 != nil else { return read(calls, bytes, room) }
      var decoded: [UInt8] = []
      base64?.read(bytes, into: &decoded)
      read(calls, decoded.span, room)
    }
  }

  /// Takes the word that bytes are not in the capture.
  func miss(_ count: Int64) {
    switch reader {
    case .events(var events):
      events.miss(count)
      reader = .events(events)
    case .calls(var calls):
      calls.miss(count)
      reader = .calls(calls)
    }
  }

  private func add(_ event: EventStreamReader.Event, _ room: Int) {
    list.add(
      ExchangeMessage(
        party: party, packet: now, kind: .event(type: event.type, id: event.id), size: Int64(event.data.count),
        bytes: event.data, isCut: event.isCut), room: room)
  }

  private func read(_ calls: GRPCMessageReader, _ bytes: Span<UInt8>, _ room: Int) {
    var calls = calls
    var position = 0
    while let event = calls.next(bytes, &position) {
      switch event {
      case .begin: partial.removeAll(keepingCapacity: partial.capacity < 4096)
      case .data(let range):
        let count = max(0, min(range.count, min(list.limit, room) - partial.count))
        partial.append(bytes.extracting(range.lowerBound..<range.lowerBound + count))
      case .end(let message): end(message, room)
      case .lost: break
      }
    }
    reader = .calls(calls)
  }

  private func end(_ message: GRPCMessageReader.Message, _ room: Int) {
    var told = ExchangeMessage(
      party: party, packet: now, kind: message.isTrailers ? .trailers : .call, size: Int64(message.count),
      bytes: partial,
      isCut: partial.count < message.count, isCompressed: message.isCompressed)
    if message.isCompressed, !told.isCut, message.missing == 0 { decompress(&told) }
    if message.isTrailers { trailers = told.bytes }
    partial = []
    list.add(told, room: room)
  }

  /// Undoes `grpc-encoding`; where that fails, the message stays as it was sent.
  private func decompress(_ message: inout ExchangeMessage) {
    guard !codings.isEmpty, var decoder = try? ContentDecoder(codings, limit: 16 << 20) else { return }
    let limit = list.limit
    var decoded: [UInt8] = []
    var size: Int64 = 0
    do throws(ContentDecodingError) {
      try decoder.decode(message.bytes.span) { piece in
        size += Int64(piece.count)
        decoded.append(piece.extracting(0..<min(piece.count, max(0, limit - decoded.count))))
      }
      try decoder.finish()
    } catch {
      return
    }
    (message.bytes, message.size, message.isCut) = (decoded, size, Int64(decoded.count) < size)
  }
}
