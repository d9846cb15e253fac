import FoundationEssentials
import TestSupport
import Testing

/// One entry of `Fixtures/sessions.json`: a conversation that a real client and a real server had, and what they said.
struct RecordedSession: Decodable, Sendable, CustomTestStringConvertible {
  struct Content: Decodable, Hashable, Sendable {
    var length: Int
    var sha256: String
  }

  struct Sides: Decodable, Sendable {
    var client: Content
    var server: Content
  }

  var name: String
  var port: UInt16
  var client: Content
  var server: Content
  /// What a second connection to the same server said.
  var second: Sides?
  var resumed: Bool?
  var early: String?
  var rejected: Content?
  var renegotiations: Int?
  var unsupported: Bool?
  var alert: String?

  var testDescription: String { name }

  static let all: [RecordedSession] = {
    do {
      let bytes = try Files.read(Fixtures.path("sessions.json"))
      return try JSONDecoder().decode([RecordedSession].self, from: Data(bytes))
    } catch {
      fatalError("sessions.json cannot be read: \(error)")
    }
  }()

  static func named(_ name: String) -> RecordedSession {
    guard let session = all.first(where: { $0.name == name }) else { fatalError("no session \(name)") }
    return session
  }

  /// What each connection to its port says.
  var expected: [Sides] { [Sides(client: client, server: server)] + (second.map { [$0] } ?? []) }

  /// The connections in the capture.
  var connections: [RecordedConnection] { RecordedConnection.all[port] ?? [] }
}

enum Fixtures {
  static func path(_ name: String) -> String { Repository.file("Tests/TLSTests/Fixtures/" + name) }
}
