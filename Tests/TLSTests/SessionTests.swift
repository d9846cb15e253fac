import TLS
import Testing

/// Real connections: what is read of them is what their ends have sent.
struct SessionTests {
  @Test(arguments: RecordedSession.all)
  func plaintext(_ session: RecordedSession) throws {
    let keyLog = try Reading.keyLog()
    let connections = session.connections
    try #require(connections.count == session.expected.count)
    for (connection, expected) in zip(connections, session.expected) {
      let log = Reading.read(connection, keyLog)
      if session.unsupported == true {
        #expect(log.plaintext(.client).isEmpty && log.plaintext(.server).isEmpty)
        continue
      }
      #expect(Reading.content(log.plaintext(.client)) == expected.client)
      #expect(Reading.content(log.plaintext(.server)) == expected.server)
      for side in TLSSide.allCases {
        #expect(log.losses(side) == [])
        #expect(log.reasons(side) == [])
      }
    }
  }
}
