import RecordCiphers
import TestSupport
import Testing

@testable import TLS

/// Sessions that are taken up again (RFC 5246 section 7.3, RFC 5077): the master secret is that of the first connection.
struct ResumptionTests {
  private static let names = ["1.2 ticket", "1.2 session ID"]

  /// The two connections, and a log with the secrets of the first one only.
  private static func recording(_ name: String) throws -> (
    RecordedSession, RecordedConnection, RecordedConnection, KeyLog
  ) {
    let session = RecordedSession.named(name)
    let connections = session.connections
    try #require(connections.count == 2)
    let whole = try Reading.keyLog()
    let random = try #require(Reading.read(connections[0], whole).facts.clientRandom)
    let log = KeyLog()
    log.add(whole.encoded(for: [random]))
    return (session, connections[0], connections[1], log)
  }

  @Test(arguments: names) func theSecretOfTheFirstConnectionOpensTheSecond(name: String) throws {
    let (session, first, second, keys) = try Self.recording(name)
    for (connection, expected) in zip([first, second], session.expected) {
      let log = Reading.read(connection, keys)
      #expect(Reading.content(log.plaintext(.client)) == expected.client)
      #expect(Reading.content(log.plaintext(.server)) == expected.server)
    }
  }

  @Test(arguments: names) func withoutTheFirstConnectionThereIsNoSecret(name: String) throws {
    let (_, _, second, keys) = try Self.recording(name)
    let log = Reading.read(second, keys)
    #expect(log.plaintext(.client).isEmpty && log.plaintext(.server).isEmpty)
    #expect(log.facts.resumption == .session)
    guard case .noSecret? = log.reasons(.client).first else { throw Failure.readable }
  }

  private enum Failure: Error { case readable }

  /// A first connection that is captured late, or read with another log that shares the sessions, wakes those that wait.
  @Test(arguments: names) func theFirstConnectionMayBeReadLater(name: String) throws {
    let (session, first, second, keys) = try Self.recording(name)
    let other = KeyLog()
    other.merge(keys)
    var (reader, log) = (TLSConnection(other), EventLog())
    for segment in second.segments {
      reader.receive(segment.bytes.span, at: segment.offset, from: segment.side, to: &log)
    }
    #expect(log.plaintext(.client).isEmpty)
    let revision = other.revision
    _ = Reading.read(first, keys)
    #expect(other.revision > revision)
    reader.secretsChanged(to: &log)
    let expected = try #require(session.second)
    #expect(Reading.content(log.plaintext(.client)) == expected.client)
    #expect(Reading.content(log.plaintext(.server)) == expected.server)
  }

  @Test func theOldestSessionGivesWay() throws {
    let memory = SessionMemory(capacity: 3)
    let names = try (0..<5).map { try #require(SessionName(id: [UInt8($0)])) }
    let secrets = (0..<5).map { SecretBytes([UInt8](repeating: UInt8($0), count: 48)) }
    for (name, secret) in zip(names, secrets) {
      memory.remember(secret, as: name)
      memory.remember(secret, as: name)
    }
    #expect(names.map { memory.masterSecret(of: $0) != nil } == [false, false, true, true, true])
    #expect(memory.revision == 0)
    memory.remember(secrets[0], as: names[0])
    #expect(memory.revision == 1 && memory.masterSecret(of: names[0]) == secrets[0])
    #expect(SessionName(id: []) == nil && SessionName(ticket: []) == nil)
    #expect(SessionName(id: [1]) != SessionName(ticket: [1]))
  }
}
