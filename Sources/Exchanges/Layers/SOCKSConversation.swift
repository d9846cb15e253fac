import Streams
import Wire

/// The layer of SOCKS 5 and 4: hands what is in the connection that a proxy has made to a reader of its own.
final class SOCKSConversation: ConversationReader {
  private let origin: ConversationOrigin
  private let client: FlowSide
  private var handshake: SOCKSHandshake
  private var upper: RecognizedConversation?
  /// How far the handshake has come in the stream of each side.
  private var offsets = Pair<Int64>(0, 0)

  init(_ origin: ConversationOrigin, client: FlowSide, version: UInt8) {
    self.origin = origin
    handshake = SOCKSHandshake(version: version)
    self.client = client
  }

  var heldBytes: Int { 512 + handshake.heldBytes + (upper?.heldBytes ?? 0) }
  var isOpaque: Bool { upper?.isOpaque ?? (handshake.step == .failed) }
  var isLayered: Bool { upper?.isLayered ?? true }
  var awaitsSecret: Bool { upper?.awaitsSecret ?? false }
  var isPlain: Bool { upper?.isPlain ?? false }
  var awaitsAcknowledgments: Bool { upper?.awaitsAcknowledgments ?? false }
  var standing: [HTTPExchange] { upper?.standing ?? [] }

  func receive(_ bytes: Span<UInt8>, _ piece: StreamPiece, _ log: HTTPLog) {
    if let upper { return upper.receive(bytes, piece, log) }
    let rest = handshake.take(bytes, isClient: piece.side == client)
    offsets[Int(piece.side.rawValue)] = piece.offset + Int64(bytes.count - rest)
    guard handshake.step == .open else { return }
    let upper = RecognizedConversation(origin.tunnelled(to: handshake.target, from: offsets))
    self.upper = upper
    guard rest > 0 else { return }
    var piece = piece
    piece.offset += Int64(bytes.count - rest)
    piece.isPacketStart = false
    upper.receive(bytes.extracting(bytes.count - rest..<bytes.count), piece, log)
  }

  func miss(_ count: Int64, _ piece: StreamPiece, _ log: HTTPLog) {
    guard upper == nil else { return upper?.miss(count, piece, log) ?? () }
    // Without the end of the handshake nobody knows where the connection begins.
    handshake.fail()
  }

  func end(of side: FlowSide, _ now: PacketMark, _ log: HTTPLog) { upper?.end(of: side, now, log) }

  func acknowledge(_ side: FlowSide, upTo offset: Int64, _ log: HTTPLog) {
    upper?.acknowledge(side, upTo: offset, log)
  }

  func reset(by side: FlowSide, _ now: PacketMark, _ log: HTTPLog) { upper?.reset(by: side, now, log) }

  func close(_ closure: FlowClosure, _ now: PacketMark, _ log: HTTPLog) { upper?.close(closure, now, log) }

  func note(_ finding: TCPFinding) { upper?.note(finding) }

  func secretsChanged(_ log: HTTPLog) { upper?.secretsChanged(log) }
}
