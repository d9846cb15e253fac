import TestSupport

/// The recorded captures, and what the programs knew that were recorded.
enum Fixtures {
  static func path(_ name: String) -> String { Repository.file("Tests/QUICTests/Fixtures/" + name) }

  /// The captures that `Fixtures/record.py` has written.
  static let names = [
    "plain", "middle-tap", "lossy", "retry", "version-negotiation", "version-2", "version-upgrade", "early-accepted",
    "early-rejected", "key-updates", "migration", "empty-id", "suites", "frames", "refused", "stateless-reset",
    "ecn-six",
  ]
}
