public import Testing

/// Puts a test on a profile for as long as it runs.
public struct LinkTrait: TestTrait, SuiteTrait, TestScoping {
  /// The name of a profile, or the path of one.
  public var profile: String

  /// Each test of a suite has the profile anew, whatever the one before it did to the link.
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // A suite as a whole runs no code of its own.
    guard testCase != nil else { return try await function() }
    try await LinkTurn.shared.take {
      let link = try Link()
      let before = try link.status
      try link.switch(to: profile)
      let outcome: Result<Void, any Error>
      do {
        outcome = .success(try await Link.$ofTest.withValue(link) { try await function() })
      } catch {
        outcome = .failure(error)
      }
      try link.restore(before)
      try outcome.get()
    }
  }
}

extension Trait where Self == LinkTrait {
  /// Runs the test on a link with this profile: `@Test(.link("Slow Net"))`.
  ///
  /// The tests must run on a link: `headwind run -- swift test`. Elsewhere the test fails, and says so.
  /// - Parameter profile: the name of a profile, or the path of one.
  public static func link(_ profile: String) -> LinkTrait {
    LinkTrait(profile: profile)
  }
}
