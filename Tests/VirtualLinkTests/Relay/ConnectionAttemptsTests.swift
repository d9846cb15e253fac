import Testing
import Wire

@testable import VirtualLink

/// What the relay does with connection requests, without a socket.
@Suite struct ConnectionAttemptsTests {
  typealias Attempts = ConnectionAttempts<Int>

  private func key(_ port: UInt16) -> Attempts.Key {
    Attempts.Key(
      client: Endpoint(address: .v4(IPv4Address(10, 83, 1, 2)), port: port),
      destination: Endpoint(address: .v4(IPv4Address(192, 0, 2, 1)), port: 80))
  }

  private func begin(_ attempts: inout Attempts, _ port: UInt16, sequence: UInt32 = 7, at now: Double = 0) throws {
    let request = try #require(RelayPackets.held(RelayPackets.connectionRequest(from: port, sequence: sequence)))
    #expect(attempts.decide(key(port), sequence: sequence, at: now) == .dial)
    attempts.begin(
      key(port),
      Attempts.Attempt(
        message: [UInt8(truncatingIfNeeded: port)], request: request, sequence: sequence, upstream: Int(port),
        token: UInt64(port), seen: now))
  }

  @Test func aRequestWaitsForItsDestination() throws {
    var attempts = Attempts(limit: 10)
    try begin(&attempts, 1)
    // A retransmission.
    #expect(attempts.decide(key(1), sequence: 7, at: 1) == .drop)
    #expect(attempts.accept(key(1), at: 1) == nil)
    #expect(attempts.connect(key(1)) == [1])
    // The SYN-ACK was lost.
    #expect(attempts.decide(key(1), sequence: 7, at: 2) == .deliver)
    #expect(attempts.accept(key(1), at: 2) == 1)
    #expect(attempts.count == 0)
    // A copy that was late is the kernel's to judge, and needs no second dial.
    #expect(attempts.decide(key(1), sequence: 7, at: 3) == .deliver)
    // The port is used for another connection.
    #expect(attempts.decide(key(1), sequence: 8, at: 4) == .dial)
  }

  @Test func anotherRequestOfTheSamePortReplacesTheFirst() throws {
    var attempts = Attempts(limit: 10)
    try begin(&attempts, 1, sequence: 7)
    try begin(&attempts, 1, sequence: 9)
    #expect(attempts.count == 1)
    #expect(attempts[key(1)]?.sequence == 9)
  }

  @Test func whatTheClientLeavesAloneMakesRoom() throws {
    var attempts = Attempts(limit: 3)
    for port in 1...3 as ClosedRange<UInt16> { try begin(&attempts, port, at: 0) }
    _ = attempts.connect(key(2))
    // A crowd waits until there is room.
    #expect(attempts.decide(key(4), sequence: 7, at: 1) == .drop)
    try begin(&attempts, 4, at: Attempts.grace)
    #expect(attempts.count == 3)
    #expect(attempts[key(2)] == nil)
    // Nobody else has been answered by the destination.
    for port in 10..<10_010 as Range<UInt16> { #expect(attempts.decide(key(port), sequence: 7, at: 20) == .drop) }
    #expect(attempts.count == 3)
  }

  @Test func nothingIsHeldForever() throws {
    var attempts = Attempts(limit: 10)
    try begin(&attempts, 1, at: 0)
    attempts.expire(at: Attempts.patience - 1)
    #expect(attempts.count == 1)
    attempts.expire(at: Attempts.patience)
    #expect(attempts.count == 0)
    #expect(attempts.connect(key(1)) == nil)
  }
}
