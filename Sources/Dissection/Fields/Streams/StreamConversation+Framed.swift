import HTTP2
import MessageFormats
import Streams
import TLS
import Wire

// Protocols whose messages begin with their length, and JSON on its own.

extension StreamConversation {
  /// The longest header that says a message's length: WebSocket's.
  private static let longestHeader = 14

  func cutFramed(_ bytes: Span<UInt8>, _ begin: Int, _ piece: StreamPiece, _ streams: inout MessageStreams) -> Int {
    let index = Int(piece.side.rawValue)
    let known = halves[index].heldCount
    if known == 0 { halves[index].start = piece.offset + Int64(begin) }
    var header = Array(halves[index].held.prefix(Self.longestHeader))
    var place = begin
    while header.count < Self.longestHeader, place < bytes.count {
      header.append(bytes[place])
      place += 1
    }
    let length: Int
    switch MessageLength.of(application, header) {
    case .invalid:
      halves[index].clear()
      streams.leave(bytes, from: begin, piece)
      // Unless the user has chosen the protocol, it is recognized again from the next packet.
      if !isDecodedAs, application == .tls { application = .unknown }
      return bytes.count
    case .unknown: length = .max
    case .bytes(let count): length = count
    }
    guard length <= known + bytes.count - begin, let content = content(of: piece.side) else {
      halves[index].hold(
        bytes.extracting(begin..<bytes.count), frame: piece.packet.number, most: streams.messageLimit, keepsBodies: true
      )
      streams.note(begin..<bytes.count, of: piece)
      return bytes.count
    }
    let end = begin + max(0, length - known)
    if known > 0 { streams.note(begin..<end, of: piece) }
    let start = halves[index].start ?? piece.offset + Int64(begin)
    var message = halves[index].take(
      bytes.extracting(begin..<end), piece, upTo: piece.offset + Int64(end), content, most: streams.messageLimit,
      keepsBodies: true)
    read(&message, bytes.extracting(begin..<end), from: start, length, piece, &streams)
    streams.items.append(.message(message))
    return end
  }

  /// Takes from a message what the later ones depend on.
  ///
  /// - Parameters:
  ///   - bytes: what the packet at hand brings of it; all of it if `message` has no bytes.
  ///   - start: where it begins in the stream.
  private func read(
    _ message: inout StreamMessage, _ bytes: Span<UInt8>, from start: Int64, _ length: Int, _ piece: StreamPiece,
    _ streams: inout MessageStreams
  ) {
    let whole = message.bytes
    if case .http2 = message.content {
      let frame = piece.now.number
      // What is not kept to its end cannot be shown to its end, and its fields are lost.
      if let whole, whole.count < length {
        http2?.skip(piece.side)
      } else {
        let facts =
          if let whole {
            http2?.read(whole.span, piece.side, frame: frame)
          } else {
            http2?.read(bytes, piece.side, frame: frame)
          }
        if let facts { message.content = .http2(facts) }
      }
      return
    }
    guard case .tls(var facts) = message.content, let keys = streams.keys else { return }
    // Records are not long enough to be kept in part, unless the memory is very small.
    guard whole == nil || whole?.count == length else { return }
    if let whole {
      facts.records = [decrypt(whole.span, at: start, piece, keys, streams)]
    } else {
      facts.records = [decrypt(bytes, at: start, piece, keys, streams)]
    }
    message.content = .tls(facts)
  }

  /// Frames, if it is known where they begin.
  func cutHTTP2(_ bytes: Span<UInt8>, _ begin: Int, _ piece: StreamPiece, _ streams: inout MessageStreams) -> Int {
    let session =
      http2
      ?? HTTP2Session(
        keepsBodies: streams.keepsBodies, limit: streams.messageLimit, isFromBeginning: piece.isFromBeginning)
    http2 = session
    let rest = bytes.extracting(begin..<bytes.count)
    guard session.isAligned(rest, piece.side, isPacketStart: piece.isPacketStart && begin == 0) else {
      streams.leave(bytes, from: begin, piece)
      return bytes.count
    }
    return cutFramed(bytes, begin, piece, &streams)
  }

  private func decrypt(
    _ record: Span<UInt8>, at start: Int64, _ piece: StreamPiece, _ keys: KeyLog, _ streams: MessageStreams
  ) -> DecryptedRecord {
    let decryption =
      self.decryption
      ?? TLSDecryption(
        identity, decodedAs: within, firstRecord: record, from: piece.side, keys, streams)
    self.decryption = decryption
    let index = Int(piece.side.rawValue)
    var piece = piece
    piece.acknowledged -= self.start[1 - index]
    return decryption.read(record, at: start - self.start[index], piece)
  }

  /// A document takes whole packets: it ends with the packet in which its brackets are closed.
  func cutJSON(_ bytes: Span<UInt8>, _ begin: Int, _ piece: StreamPiece, _ streams: inout MessageStreams) -> Int {
    let index = Int(piece.side.rawValue)
    if halves[index].start == nil { halves[index].start = piece.offset + Int64(begin) }
    let rest = bytes.extracting(begin..<bytes.count)
    switch halves[index].document(rest) {
    case .no:
      halves[index].clear()
      streams.leave(bytes, from: begin, piece)
    case .maybe:
      halves[index].hold(rest, frame: piece.packet.number, most: streams.messageLimit, keepsBodies: true)
      streams.note(begin..<bytes.count, of: piece)
    case .yes:
      if halves[index].heldCount > 0 { streams.note(begin..<bytes.count, of: piece) }
      let message = halves[index].take(
        rest, piece, upTo: piece.offset + Int64(bytes.count), .plain(JSONDissector.dissector),
        most: streams.messageLimit, keepsBodies: true)
      streams.items.append(.message(message))
    }
    return bytes.count
  }
}

/// How long a message is, by its header.
enum MessageLength {
  case unknown
  case invalid
  case bytes(Int)

  static func of(_ application: StreamApplication, _ header: [UInt8]) -> MessageLength {
    switch application {
    case .tls: tls(header)
    case .webSocket: webSocket(header)
    case .http2: http2(header)
    case .declared(let index): ProtocolRegistry.framings[index].length(header)
    default: .invalid
    }
  }

  /// A record's header of five bytes (RFC 8446 section 5.1).
  private static func tls(_ header: [UInt8]) -> MessageLength {
    guard let type = header.first else { return .unknown }
    guard TLSRecord.types.contains(type), header.count < 2 || header[1] == 3 else { return .invalid }
    guard header.count >= 5 else { return .unknown }
    let length = Int(header[3]) << 8 + Int(header[4])
    return length <= TLSRecord.longest ? .bytes(5 + length) : .invalid
  }

  /// A frame's header of nine bytes, or a client's preface (RFC 9113 sections 4.1 and 3.4).
  private static func http2(_ header: [UInt8]) -> MessageLength {
    let preface = HTTP2FrameReader.preface
    if header.starts(with: preface.prefix(header.count)) {
      return header.count < 4 ? .unknown : .bytes(preface.count)
    }
    guard let frame = HTTP2FrameHeader(header.span, at: 0) else { return .unknown }
    return .bytes(HTTP2FrameHeader.length + frame.payloadLength)
  }

  /// A frame's header of two to fourteen bytes (RFC 6455 section 5.2).
  private static func webSocket(_ header: [UInt8]) -> MessageLength {
    guard let frame = WebSocketFrameHeader(header.span) else { return .unknown }
    return frame.payloadLength < 1 << 48 ? .bytes(frame.length + Int(frame.payloadLength)) : .invalid
  }
}
