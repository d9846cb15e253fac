import Streams
import Wire

/// The header of the PROXY protocol, which stands before everything else that the client's side sends: hands on what follows it.
final class PROXYConversation: ConversationReader {
  private let origin: ConversationOrigin
  private let client: FlowSide
  private let upper: RecognizedConversation
  /// The header as far as it came; nil once it is over.
  private var header: [UInt8]? = []
  private var hasFailed = false

  /// - Parameter application: what the user says that follows.
  init(_ origin: ConversationOrigin, client: FlowSide, within application: StreamApplication?) {
    self.origin = origin.afterPreamble()
    self.client = client
    upper = RecognizedConversation(self.origin, application: application)
  }

  var heldBytes: Int { 512 + (header?.count ?? 0) + upper.heldBytes }
  var isOpaque: Bool { hasFailed || header == nil && upper.isOpaque }
  var isLayered: Bool { upper.isLayered }
  var awaitsSecret: Bool { upper.awaitsSecret }
  var isPlain: Bool { upper.isPlain }
  var awaitsAcknowledgments: Bool { upper.awaitsAcknowledgments }
  var standing: [HTTPExchange] { upper.standing }

  func receive(_ bytes: Span<UInt8>, _ piece: StreamPiece, _ log: HTTPLog) {
    guard piece.side == client, var all = header else { return upper.receive(bytes, piece, log) }
    let before = all.count
    all.append(bytes)
    do throws(PROXYHeader.Malformed) {
      guard let found = try PROXYHeader.read(all.span) else { return header = all }
      header = nil
      origin.proxied = found.ends
      origin.start[Int(client.rawValue)] = Int64(found.length)
      let rest = found.length - before
      guard rest < bytes.count else { return }
      var piece = piece
      piece.offset += Int64(rest)
      upper.receive(bytes.extracting(rest..<bytes.count), piece, log)
    } catch {
      hasFailed = true
    }
  }

  func miss(_ count: Int64, _ piece: StreamPiece, _ log: HTTPLog) {
    // Without the end of the header nobody knows where the rest begins.
    if piece.side == client, header != nil { hasFailed = true } else { upper.miss(count, piece, log) }
  }

  func end(of side: FlowSide, _ now: PacketMark, _ log: HTTPLog) { upper.end(of: side, now, log) }

  func acknowledge(_ side: FlowSide, upTo offset: Int64, _ log: HTTPLog) {
    upper.acknowledge(side, upTo: offset, log)
  }

  func reset(by side: FlowSide, _ now: PacketMark, _ log: HTTPLog) { upper.reset(by: side, now, log) }

  func close(_ closure: FlowClosure, _ now: PacketMark, _ log: HTTPLog) { upper.close(closure, now, log) }

  func note(_ finding: TCPFinding) { upper.note(finding) }

  func secretsChanged(_ log: HTTPLog) { upper.secretsChanged(log) }
}
