import Exchanges
import Streams
import Wire

// The handshake with a SOCKS proxy, and what is in the connection that it makes.

extension StreamConversation {
  /// Whether a client of SOCKS begins to speak.
  func beginsSOCKS(_ bytes: Span<UInt8>, _ begin: Int, _ piece: StreamPiece) -> Bool {
    guard piece.isFromBeginning, piece.offset == 0, begin == 0, !http.isSecure, tls.version == nil, socks == nil,
      SOCKSHandshake.isGreeting(bytes)
    else { return false }
    socks = (SOCKSHandshake(version: bytes[begin]), piece.side)
    application = .socks
    return true
  }

  /// Takes a message of the handshake. A packet has one message, as clients and proxies wait for each other.
  func cutSOCKS(_ bytes: Span<UInt8>, _ begin: Int, _ piece: StreamPiece, _ streams: inout MessageStreams) -> Int {
    guard let (_, client) = socks, let step = socks?.handshake.step else {
      application = .unknown
      return begin
    }
    let rest = socks?.handshake.take(bytes.extracting(begin..<bytes.count), isClient: piece.side == client) ?? 0
    let next = socks?.handshake.step ?? .failed
    guard next != step else {
      // Half a message is not shown.
      streams.leave(bytes, from: begin, piece)
      return bytes.count
    }
    let end = bytes.count - rest
    let index = Int(piece.side.rawValue)
    halves[index].start = piece.offset + Int64(begin)
    socksEnd[index] = piece.offset + Int64(end)
    let message = halves[index].take(
      bytes.extracting(begin..<end), piece, upTo: piece.offset + Int64(end), .socks(step), most: streams.messageLimit,
      keepsBodies: true)
    streams.items.append(.message(message))
    if next == .failed { application = .data }
    if next == .open { beginTunnel() }
    return end
  }

  /// From here on both sides speak another protocol.
  private func beginTunnel() {
    application = .unknown
    start = socksEnd
    for index in 0..<2 { halves[index] = StreamHalf() }
  }
}
