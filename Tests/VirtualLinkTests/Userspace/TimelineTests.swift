import Glibc
import LinkConditions
import Testing

@testable import VirtualLink

/// Timelines on real packets.
@Suite struct TimelineTests {
  static let blackHole = Profile(
    name: "Black Hole", downlink: DirectionConditions(loss: .random(CorrelatedProbability(.always))))

  @Test func switchesOnceTheResponseHasStarted() throws {
    let link = try TestLink(
      timeline: Timeline(first: .clean, phases: [.init(trigger: .responseStarted, profile: Self.blackHole)]))
    let listener = try TestSocket.tcp(in: link.farSide)
    try listener.bind(link.farAddress4, port: 4000)
    listen(listener.descriptor, 1)
    let client = try TestSocket.tcp(in: link.client)
    try client.connect(link.farAddress4, port: 4000)
    let server = try listener.accept()
    try client.send([1, 2, 3])
    #expect(server.receive() == [1, 2, 3])
    try server.send([UInt8](repeating: 5, count: 20_000))
    client.setWait(seconds: 0.5)
    var received = 0
    while let piece = client.receive() { received += piece.count }
    // The one segment that told of the response came through, and none after it.
    #expect(received > 0)
    #expect(received <= 1460)
    #expect(link.engine.stop().downlink.droppedByLoss > 0)
  }
}
