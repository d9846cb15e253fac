import Streams
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
      // Where the user has not said otherwise, the next packets are looked at anew.
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
    let message = halves[index].take(
      bytes.extracting(begin..<end), piece, upTo: piece.offset + Int64(end), content, most: streams.messageLimit,
      keepsBodies: true)
    streams.items.append(.message(message))
    return end
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
    case .dns: header.count < 2 ? .unknown : .bytes(2 + Int(header[0]) << 8 + Int(header[1]))
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

  /// A frame's header of two to fourteen bytes (RFC 6455 section 5.2).
  private static func webSocket(_ header: [UInt8]) -> MessageLength {
    guard header.count >= 2 else { return .unknown }
    let short = Int(header[1] & 0x7F)
    let mask = header[1] & 0x80 == 0 ? 0 : 4
    let width = short == 126 ? 2 : short == 127 ? 8 : 0
    guard header.count >= 2 + width else { return .unknown }
    let length = width == 0 ? UInt64(short) : header[2..<2 + width].reduce(0) { $0 << 8 | UInt64($1) }
    return length < 1 << 48 ? .bytes(2 + width + mask + Int(length)) : .invalid
  }
}
