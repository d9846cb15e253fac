import Exchanges
import Dissection
import Testing

/// The examples of the standard (WHATWG HTML, section 9.2.6), and its corners; in pieces of every size.
@Suite struct ServerSentEventsTests {
  static func events(_ text: String, piece: Int) -> ServerSentEvents {
    var parser = ServerSentEvents()
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + piece)
      parser.parse(Array(bytes[start..<end]).span)
      start = end
    }
    parser.finish()
    return parser
  }

  static func words(_ parser: ServerSentEvents) -> [String] {
    parser.events.map { "\($0.type)|\($0.id)|\(String(decoding: $0.data, as: UTF8.self))" }
  }

  /// Taken away as they come, events are the same.
  @Test(arguments: [1, 2, 3, 7, 1000]) func settledEventsAreAllEvents(piece: Int) {
    let bytes = Array("data: 1\r\n\r\nevent: x\rdata: 2\r\rid: 7\n\ndata: 3\n\ndata: 4\r\n\r\n".utf8)
    var parser = ServerSentEvents()
    var events: [ServerSentEvents.Event] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      parser.parse(bytes.span.extracting(start..<min(start + piece, bytes.count)))
      events += parser.takeSettled()
      #expect(parser.events.count <= 1)
    }
    events += parser.events
    #expect(events == Self.events(String(decoding: bytes, as: UTF8.self), piece: bytes.count).events)
    #expect(events.count == 4)
  }

  @Test(arguments: [1, 2, 3, 7, 1000]) func examples(piece: Int) {
    #expect(Self.words(Self.events("data: YHOO\ndata: +2\ndata: 10\n\n", piece: piece)) == ["message||YHOO\n+2\n10"])
    #expect(
      Self.words(
        Self.events(
          ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n", piece: piece))
        == ["message|1|first event", "message||second event", "message|| third event"])
    #expect(Self.words(Self.events("data\n\ndata\ndata\n\ndata:", piece: piece)) == ["message||", "message||\n"])
    #expect(Self.words(Self.events("data:test\n\ndata: test\n\n", piece: piece)) == ["message||test", "message||test"])
    let mixed =
      "\u{FEFF}event: add\r\ndata: 73\r\n\r\nevent: remove\rdata: 2\r\rid: a\u{0}b\nretry: 250\nretry: x\nevent: none\n\ndata: end"
    let parser = Self.events(mixed, piece: piece)
    #expect(Self.words(parser) == ["add||73", "remove||2"])
    #expect(parser.retry == 250)
    #expect(parser.hasUnfinished)
    let ranges = parser.events.map(\.range)
    #expect(ranges == [0..<27, 27..<50])
  }
}
