import Streams
import Wire

/// What follows an upgrade of HTTP/1.1 to a WebSocket (RFC 6455 section 4): its exchange goes on until the connection is over.
final class WebSocketConversation: ConversationReader {
  private let exchange: OpenExchange
  private let client: FlowSide
  private var exchangeBytes = 0
  /// The last packet with data.
  private var last: PacketMark?
  private var isOver = false

  /// - Parameter exchange: the one whose response has accepted the upgrade.
  init(_ exchange: OpenExchange, client: FlowSide) {
    self.exchange = exchange
    self.client = client
    exchange.record.isWebSocket = true
    exchange.beginWebSocket()
  }

  var heldBytes: Int { 512 + exchangeBytes }
  var isOpaque: Bool { isOver }
  var standing: [HTTPExchange] { isOver ? [] : [exchange.standing(.open, nil)] }

  func receive(_ bytes: Span<UInt8>, _ piece: StreamPiece, _ log: HTTPLog) {
    guard !isOver else { return }
    last = piece.now
    let party = party(piece.side)
    if let range = exchange[party]?.range {
      exchange[party]?.range = range.lowerBound..<max(range.upperBound, piece.offset &+ Int64(bytes.count))
    }
    exchange.webSocket?.read(bytes, from: party, piece.now, room: log.bodyRoom)
    exchange.recount(in: &exchangeBytes)
  }

  func miss(_ count: Int64, _ piece: StreamPiece, _ log: HTTPLog) {
    guard !isOver else { return }
    let party = party(piece.side)
    exchange[party]?.miss(count, isCounted: count < Self.unknownCount)
    exchange.webSocket?.miss(count, from: party, piece.now, room: log.bodyRoom)
    exchange.recount(in: &exchangeBytes)
  }

  func end(of side: FlowSide, _ now: PacketMark, _ log: HTTPLog) { last = now }

  func reset(by side: FlowSide, _ now: PacketMark, _ log: HTTPLog) {
    let isClosed = exchange.webSocket?.hasClosed ?? true
    finish(isClosed ? .complete : .reset(by: party(side)), now, log)
  }

  func close(_ closure: FlowClosure, _ now: PacketMark, _ log: HTTPLog) {
    finish(closure == .evicted ? .evicted : .complete, last ?? now, log)
  }

  func note(_ finding: TCPFinding) { if !isOver { exchange.add(finding) } }

  private func party(_ side: FlowSide) -> HTTPParty { side == client ? .client : .server }

  private func finish(_ outcome: HTTPOutcome, _ now: PacketMark, _ log: HTTPLog) {
    guard !isOver else { return }
    isOver = true
    exchange.finishMessages()
    exchange.record.response?.last = now
    exchange.record.outcome = outcome
    exchange.record.ended = now
    exchange.uncount(in: &exchangeBytes)
    log.retire(exchange.record)
  }
}
