public import Wire

/// An event of a link itself, such as a switch of its profile, with the time at which it happened.
public struct LinkNote: Hashable, Sendable {
  /// By the clock of the timestamps in captures.
  public var time: Timestamp
  /// For a switch, `profile: NAME, CAUSE`.
  public var text: String

  /// Creates a note.
  public init(_ text: String, at time: Timestamp) {
    self.text = text
    self.time = time
  }

  /// The note of a profile that came into force.
  init(profile: String, cause: String, at time: Timestamp) {
    self.init("\(Self.profileMark)\(profile), \(cause)", at: time)
  }

  private static let profileMark = "profile: "

  /// True for the note of a profile that came into force.
  var isProfile: Bool { text.hasPrefix(Self.profileMark) }
}
