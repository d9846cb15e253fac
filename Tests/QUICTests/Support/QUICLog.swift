import QUIC
import Streams
import TLS

/// Keeps all that connections tell.
struct QUICLog: QUICReceiver {
  struct StreamKey: Hashable {
    var connection: Int
    var stream: UInt64
    var side: TLSSide
  }

  struct StreamContent: Equatable {
    var bytes: [UInt8] = []
    var gaps: Int64 = 0
    var ends: [QUICStreamEnd] = []
  }

  struct Packet: Hashable {
    var packet: QUICPacket
    var payload: [UInt8]
  }

  var began: [QUICFacts] = []
  var packets: [Packet] = []
  var frames: [(frame: QUICFrame, place: QUICPlace)] = []
  var malformed: [QUICFrameError] = []
  var messages: [(message: QUICHandshakeMessage, body: [UInt8])] = []
  var unreadable: [QUICUnreadable] = []
  var rejections = 0
  var streams: [StreamKey: StreamContent] = [:]
  var stops: [UInt64: UInt64] = [:]
  var stalls: [QUICStall] = []
  var datagrams: [[UInt8]] = []
  var samples: [QUICRoundTripSample] = []
  var losses: [QUICLoss] = []
  var spurious: [QUICLoss] = []
  var updates: [(count: Int, side: TLSSide)] = []
  var migrations: [QUICMigration] = []
  var probes: [QUICPathProbe] = []
  var closes: [(close: QUICClose, side: TLSSide)] = []
  var finished: [QUICFacts] = []
  /// Whether something came in another order than it may.
  var faults: [String] = []

  mutating func began(_ connection: QUICFacts) { began.append(connection) }

  mutating func packet(_ packet: QUICPacket, _ payload: Span<UInt8>) {
    packets.append(Packet(packet: packet, payload: Self.copy(payload)))
  }

  mutating func frame(_ frame: QUICFrame, _ range: Range<Int>, _ payload: Span<UInt8>, _ place: QUICPlace) {
    frames.append((frame, place))
  }

  mutating func malformed(_ error: QUICFrameError, _ place: QUICPlace) { malformed.append(error) }

  mutating func handshake(_ message: QUICHandshakeMessage, _ body: Span<UInt8>) {
    messages.append((message, Self.copy(body)))
  }

  mutating func unreadable(_ reason: QUICUnreadable, _ place: QUICPlace) { unreadable.append(reason) }

  mutating func rejectedEarlyData(_ place: QUICPlace) {
    rejections += 1
    streams = streams.filter { $0.key.connection != place.connection || $0.key.side == .server }
  }

  mutating func streamData(_ bytes: Span<UInt8>, _ piece: QUICStreamPiece) {
    let key = StreamKey(connection: piece.connection, stream: piece.stream.rawValue, side: piece.side)
    let content = streams[key] ?? StreamContent()
    if piece.offset != Int64(content.bytes.count) + content.gaps { faults.append("\(piece) is not the next") }
    if bytes.isEmpty { faults.append("\(piece) is empty") }
    if !content.ends.isEmpty { faults.append("\(piece) comes after the end") }
    streams[key, default: StreamContent()].bytes += Self.copy(bytes)
  }

  mutating func streamGap(_ count: Int64, _ piece: QUICStreamPiece) {
    let key = StreamKey(connection: piece.connection, stream: piece.stream.rawValue, side: piece.side)
    if count <= 0 { faults.append("\(piece): a gap of \(count)") }
    streams[key, default: StreamContent()].gaps += count
  }

  mutating func streamEnded(_ end: QUICStreamEnd, _ piece: QUICStreamPiece) {
    let key = StreamKey(connection: piece.connection, stream: piece.stream.rawValue, side: piece.side)
    streams[key, default: StreamContent()].ends.append(end)
  }

  mutating func streamStopped(_ stream: QUICStreamID, error: UInt64, _ place: QUICPlace) {
    stops[stream.rawValue] = error
  }

  mutating func stalled(_ stall: QUICStall, _ place: QUICPlace) { stalls.append(stall) }
  mutating func datagram(_ bytes: Span<UInt8>, _ place: QUICPlace) { datagrams.append(Self.copy(bytes)) }
  mutating func roundTrip(_ sample: QUICRoundTripSample, _ place: QUICPlace) { samples.append(sample) }
  mutating func lost(_ loss: QUICLoss, _ place: QUICPlace) { losses.append(loss) }
  mutating func spuriouslyLost(_ loss: QUICLoss, _ place: QUICPlace) { spurious.append(loss) }
  mutating func updatedKeys(_ count: Int, _ place: QUICPlace) { updates.append((count, place.side)) }
  mutating func migrated(_ migration: QUICMigration, _ place: QUICPlace) { migrations.append(migration) }
  mutating func path(_ path: QUICPathProbe, _ place: QUICPlace) { probes.append(path) }
  mutating func closed(_ close: QUICClose, _ place: QUICPlace) { closes.append((close, place.side)) }
  mutating func finished(_ connection: QUICFacts, _ ending: QUICEnding) { finished.append(connection) }

  static func copy(_ bytes: Span<UInt8>) -> [UInt8] { bytes.indices.map { bytes[$0] } }
}
