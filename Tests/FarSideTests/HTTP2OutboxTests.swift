import HTTP2
import Testing

@testable import FarSide

/// What a server may send, by the windows of its client.
@Suite struct HTTP2OutboxTests {
  private let body = [UInt8](repeating: 1, count: 100)

  /// The lengths of the DATA frames of a delivery.
  private func lengths(_ delivery: HTTP2Outbox.Delivery) -> [Int] {
    var lengths: [Int] = []
    var place = 0
    while let header = HTTP2FrameHeader(delivery.bytes.span, at: place) {
      lengths.append(header.payloadLength)
      place += HTTP2FrameHeader.length + header.payloadLength
    }
    return lengths
  }

  @Test func dataWaitsForBothWindows() {
    var outbox = HTTP2Outbox()
    outbox.apply([HTTP2Setting(.initialWindowSize, 30)])
    outbox.open(1)
    outbox.send(body, end: .data, on: 1)
    #expect(lengths(outbox.delivery()) == [30])
    outbox.openWindow(of: 1, by: 40)
    let second = outbox.delivery()
    #expect(lengths(second) == [40] && second.finished.isEmpty)
    // A setting that changes while a stream is open changes its window too (RFC 9113 section 6.9.2).
    outbox.apply([HTTP2Setting(.initialWindowSize, 10)])
    outbox.openWindow(of: 1, by: 45)
    #expect(lengths(outbox.delivery()) == [25])
    outbox.openWindow(of: 1, by: 500)
    let last = outbox.delivery()
    #expect(lengths(last) == [5] && last.finished == [1] && last.ended == [1] && !outbox.isOpen(1))
  }

  @Test func theWindowOfTheConnectionIsShared() {
    var outbox = HTTP2Outbox()
    for stream: UInt32 in [1, 3] {
      outbox.open(stream)
      outbox.send([UInt8](repeating: 2, count: 40_000), end: .data, on: stream)
    }
    #expect(lengths(outbox.delivery()).reduce(0, +) == 65_535)
    outbox.openWindow(of: 0, by: 100_000)
    let rest = outbox.delivery()
    #expect(lengths(rest).reduce(0, +) == 80_000 - 65_535 && rest.ended == [3])
  }

  @Test func aStreamEndsWithTrailersOrWithAnEmptyFrame() {
    var outbox = HTTP2Outbox()
    outbox.open(1)
    outbox.send([], end: .data, on: 1)
    #expect(lengths(outbox.delivery()) == [0])
    outbox.open(3)
    outbox.send(body, end: .trailers([ScriptedResponse.Header("a", "b")]), on: 3)
    #expect(lengths(outbox.delivery()) == [100, 5])
    // What is open goes on.
    outbox.open(5)
    outbox.send(body, on: 5)
    let open = outbox.delivery()
    #expect(open.finished == [5] && open.ended.isEmpty && outbox.isOpen(5))
  }
}
