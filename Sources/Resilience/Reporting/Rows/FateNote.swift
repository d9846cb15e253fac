/// Reads the packet comments in a link's capture, as `headwind run --capture` writes them.
enum FateNote {
  /// Whether a comment says that the link lost the packet: `Nasty Net: dropped by loss`.
  static func isLoss(_ note: String) -> Bool { note.contains(": dropped by ") }

  /// The profile that came into force before the packet: `profile: Black Hole, when response-started`.
  static func profile(_ note: String) -> String? {
    let mark = "profile: "
    guard note.hasPrefix(mark) else { return nil }
    return note.dropFirst(mark.count).split(separator: ", ", maxSplits: 1).first.map(String.init)
  }
}
