import Streams
import Testing
import Wire

@testable import Resilience

/// What evidence says of connections and requests, whatever reads them.
@Suite struct WireEvidenceTests {
  private func open(_ frames: inout TestFrames, at seconds: Double, port: UInt16 = 40000, sequence: UInt32 = 1) {
    frames.tcp(.client, .syn, at: seconds, port: port, sequence: sequence)
    frames.tcp(.server, [.syn, .ack], at: seconds + 0.01, port: port)
    frames.tcp(.client, .ack, at: seconds + 0.02, port: port, sequence: sequence)
  }

  @Test func portsThatAreUsedAgainAreOtherConnections() {
    var frames = TestFrames()
    open(&frames, at: 0)
    frames.tcp(.client, .ack, at: 0.1, data: 10)
    frames.tcp(.client, [.fin, .ack], at: 0.2, sequence: 11)
    frames.tcp(.server, [.fin, .ack], at: 0.3)
    open(&frames, at: 1, sequence: 5001)
    frames.tcp(.client, .ack, at: 1.1, data: 20, sequence: 5001)
    frames.tcp(.client, .rst, at: 1.2, sequence: 5021)
    open(&frames, at: 2, sequence: 9001)
    let connections = frames.evidence.connections
    #expect(connections.map { $0.attempts.map(\.number) } == [[1], [7], [12]])
    #expect(connections.map { $0.established?.number } == [2, 8, 13])
    #expect(connections.map { $0.closedByClient?.number } == [5, 11, nil])
    #expect(connections.map(\.clientReset) == [false, true, false])
    #expect(connections.map { $0.closedByServer?.number } == [6, nil, nil])
    #expect(connections.map { $0.lastSent?.total } == [10, 20, nil])
    #expect(connections.map { $0.firstRequest?.number } == [4, 10, nil])
  }

  @Test func connectionsWithoutASYNAreNoEvidence() {
    var frames = TestFrames()
    frames.tcp(.client, .ack, at: 0, data: 10, port: 40009)
    frames.tcp(.server, .ack, at: 0.1, data: 10, port: 40009)
    frames.tcp(.client, [.fin, .ack], at: 0.2, port: 40009, sequence: 11)
    open(&frames, at: 1)
    #expect(frames.evidence.connections.map { $0.attempts.map(\.number) } == [[4]])
  }

  @Test func whatIsSentAgainIsNotNew() {
    var frames = TestFrames()
    frames.tcp(.client, .syn, at: 0)
    open(&frames, at: 1)
    frames.tcp(.client, .ack, at: 2, data: 100)
    frames.tcp(.client, .ack, at: 3, data: 100)
    frames.tcp(.client, .ack, at: 4, data: 150)
    frames.tcp(.server, .ack, at: 5, data: 30)
    frames.tcp(.client, .ack, at: 6, data: 100, sequence: 51)
    frames.tcp(.client, .ack, at: 7, data: 60, sequence: 151)
    frames.tcp(.server, .ack, at: 8, data: 30)
    let connections = frames.evidence.connections
    #expect(connections.map { $0.attempts.map(\.number) } == [[1, 2]])
    let connection = connections[0]
    #expect(connection.firstRequest?.number == 5 && connection.secondSent?.number == 7)
    #expect(connection.lastSent?.packet.number == 10 && connection.lastSent?.total == 210)
    #expect(connection.sentBeforeResponse == 150)
    // The same bytes of the server came twice.
    #expect(connection.firstResponse?.number == 8 && connection.lastResponse?.number == 11)
  }

  /// The framing of a body is not its length, and neither is what is still to come.
  @Test func bodiesAreCountedWithoutTheirFraming() {
    var frames = TestFrames()
    open(&frames, at: 0)
    let head = "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    let request = Array((head + "5\r\nabcde\r\n3\r\nfgh\r\n0\r\n\r\n").utf8)
    frames.tcp(.client, .ack, at: 0.1, bytes: request)
    let response = Array("HTTP/1.1 201 Created\r\nContent-Length: 4\r\n\r\nabcd".utf8)
    frames.tcp(.server, .ack, at: 0.2, bytes: Array(response.prefix(30)))
    frames.tcp(.server, .ack, at: 0.3, bytes: Array(response.dropFirst(30)), sequence: 31)
    let next = UInt32(1 + request.count)
    let unfinished = Array("PUT /b HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nxyz".utf8)
    frames.tcp(.client, .ack, at: 0.4, bytes: unfinished, sequence: next)
    let requests = frames.evidence.requests
    #expect(
      requests.map { "\($0.method) \($0.target) \($0.bodyBytes) \($0.isComplete)" } == [
        "POST /a 8 true", "PUT /b 3 false",
      ])
    #expect(requests.map(\.status) == [201, nil] && requests.map(\.stream) == [0, 0])
    #expect(requests.map(\.packet.number) == [4, 7])
    #expect(requests.map { $0.answered?.number } == [5, nil] && requests.map { $0.completed?.number } == [6, nil])
  }
}
