import Exchanges
import Streams
import Wire

// Packets that were not captured to their end.

extension StreamConversation {
  /// Shows what there is of the message under way, whose packet the capture cut.
  func cutShort(_ piece: StreamPiece, _ streams: inout MessageStreams) {
    let index = Int(piece.side.rawValue)
    if application == .http || application == .unknown { cutHead(piece) }
    if application == .http, halves[index].http == nil {
      halves[index].clear()
    } else {
      emitRest(upTo: piece.offset, piece, &streams, isCut: true)
    }
    halves[index].parser.lose()
  }

  /// Takes from the head of an HTTP message what the pairing needs, as far as the head goes.
  private func cutHead(_ piece: StreamPiece) {
    let index = Int(piece.side.rawValue)
    guard halves[index].http == nil else {
      // Only whole lines are in the fields: a part of a host's name is the name of another.
      if let facts = halves[index].http, facts.isRequest {
        facts.exchange.host = facts.exchange.host ?? halves[index].parser.fields.host
      }
      return
    }
    let held = halves[index].held
    guard let line = HTTPStartLine(cut: held.span) else { return }
    application = .http
    var piece = piece
    piece.isFromBeginning = halves[index].parser.isFromBeginning
    start(line, piece)
  }
}
