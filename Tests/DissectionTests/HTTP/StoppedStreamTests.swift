import Streams
import TLS
import Testing
import Wire

@testable import Exchanges
@testable import QUIC

/// Streams of HTTP/3 whose client wants no answer any more (RFC 9114 section 4.1.1).
@Suite struct StoppedStreamTests {
  private enum GivenUp: CaseIterable { case stopped, reset, closed }

  private static func mark(_ number: Int) -> PacketMark {
    PacketMark(number: number, timestamp: Timestamp(nanoseconds: Int64(number) * 1_000_000))
  }

  private static func piece(_ isClient: Bool, _ number: Int) -> QUICStreamPiece {
    QUICStreamPiece(
      connection: 0, stream: QUICStreamID(rawValue: 0), side: isClient ? .client : .server, offset: 0,
      packet: mark(number), now: mark(number), isEarly: false)
  }

  /// A later response is no success, and begins no exchange of its own.
  @Test(arguments: GivenUp.allCases) private func aLateResponse(_ way: GivenUp) {
    let end = Endpoint(address: .v4(IPv4Address(10, 0, 0, 1)), port: 443)
    let log = HTTPLog(HTTPOptions())
    let conversation = HTTP3Conversation(ConversationOrigin(FlowIdentity(stream: 0, first: end, second: end)))
    // A request of GET, https, / and a; then the response 200, by the static table of RFC 9204.
    let request: [UInt8] = [1, 8, 0, 0, 0xD1, 0xD7, 0xC1, 0x50, 1, 0x61]
    let response: [UInt8] = [1, 3, 0, 0, 0xD9, 0, 2, 0x6F, 0x6B]
    conversation.receive(request.span, Self.piece(true, 1), log)
    conversation.end(.finished, Self.piece(true, 1), log)
    switch way {
    case .stopped: conversation.stop(0, 0x10C, by: .client, Self.mark(2), log)
    case .reset: conversation.end(.reset(error: 0x10C), Self.piece(true, 2), log)
    case .closed:
      conversation.close(by: .client, "H3_NO_ERROR", isError: false, isReset: false, Self.mark(2), log)
    }
    conversation.receive(response.span, Self.piece(false, 3), log)
    conversation.end(.finished, Self.piece(false, 3), log)
    conversation.finish(.endOfCapture, Self.mark(4), log)
    var found: [HTTPExchange] = []
    while let exchange = log.next() { found.append(exchange) }
    #expect(found.map(\.outcome) == [.abandoned] && found.first?.request?.method == "GET")
    #expect(found.first?.response == nil && found.first?.ended?.number == 2)
  }
}
