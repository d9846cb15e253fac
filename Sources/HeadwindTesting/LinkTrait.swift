public import Testing

/// Runs a test on a profile, or puts a profile in force when an event is seen on the wire.
public struct LinkTrait: TestTrait, SuiteTrait, TestScoping {
  /// The name of a profile, or the path of one.
  public var profile: String
  /// What puts it in force; nil for the start of the test.
  public var trigger: LinkTrigger?
  /// How long it lasts; nil if nothing ends it.
  public var duration: Duration?

  /// Every test of a suite starts with the profile, whatever the previous test did to the link.
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // A suite as a whole runs no code of its own.
    guard testCase != nil else { return try await function() }
    // Another trait of this test already holds the link.
    if let link = Link.ofTest {
      try apply(to: link)
      return try await function()
    }
    try await LinkTurn.shared.take {
      let link = try Link(for: test.displayName ?? test.name, holds: true)
      let before = try link.status
      let outcome: Result<Void, any Error>
      do {
        try apply(to: link)
        try await LinkEvidence(link, test).gather(for: test, testCase) {
          try await Link.$ofTest.withValue(link) {
            try await withTaskExecutorPreference(LinkExecutor.shared) { try await function() }
          }
        }
        outcome = .success(())
      } catch {
        outcome = .failure(error)
      }
      try link.restore(before)
      try outcome.get()
    }
  }

  private func apply(to link: Link) throws {
    if let trigger {
      try link.follow(with: profile, when: trigger, for: duration)
    } else {
      try link.switch(to: profile)
    }
  }
}

extension Trait where Self == LinkTrait {
  /// Runs the test on a link with this profile: `@Test(.link("Slow Net"))`.
  ///
  /// Run the tests on a link: `headwind run -- swift test`. Otherwise the test fails and says so.
  /// - Parameter profile: the name of a profile, or the path of one.
  public static func link(_ profile: String) -> LinkTrait {
    LinkTrait(profile: profile)
  }

  /// Puts this profile in force when an event is seen on the wire:
  /// `@Test(.link("Slow Net"), .link("Black Hole", when: .responseStarted))`.
  /// - Parameters:
  ///   - profile: the name of a profile, or `rebind`, `link-down`, `link-up`.
  ///   - duration: how long it lasts. The previous profile comes back afterwards.
  public static func link(_ profile: String, when trigger: LinkTrigger, for duration: Duration? = nil) -> LinkTrait {
    LinkTrait(profile: profile, trigger: trigger, duration: duration)
  }
}
