/// What was learned of a client on the wire of repeated runs: the file `conduct.json`.
public struct ClientConduct: Sendable, Hashable, Codable {
  /// What says that a file is of this kind.
  public static let format = "headwind-conduct"
  /// The version of the file's format.
  public static let version = 1

  /// What says that a file is of this kind.
  public var format = Self.format
  /// The version of the file's format.
  public var version = Self.version
  /// The client's command.
  public var client: [String]
  /// The deadline that the client was told, in seconds.
  public var deadline: Int
  /// What it did in each run, by the state of the service.
  public var courses: [String: [Course]]
  /// What it did for a second use while the connection of the first was still open; empty if that is not known.
  public var later: [Course]

  /// The conduct of a client that did what `courses` says.
  public init(client: [String], deadline: Int, courses: [ServiceState: [Course]], later: [Course] = []) {
    self.client = client
    self.deadline = deadline
    self.courses = Dictionary(uniqueKeysWithValues: courses.map { ($0.rawValue, $1) })
    self.later = later
  }

  /// What the client did in the runs with a service in this state.
  public subscript(state: ServiceState) -> [Course] { courses[state.rawValue] ?? [] }

  /// A client with one request on a new connection, whose name it looks up; the cost of policies without a measured client.
  public static let plain = ClientConduct(
    client: [], deadline: 0,
    courses: [
      .healthy: [
        Course(
          attempts: [
            Attempt(
              gap: 0,
              events: [
                WireEvent(.query, at: 0), WireEvent(.syn, at: 0.001), WireEvent(.handshake, at: 0.002),
                WireEvent(.request, at: 0.003),
              ])
          ], ending: 0.004)
      ]
    ])
}
