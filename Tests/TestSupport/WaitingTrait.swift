public import Testing

/// Runs a suite's tests on threads of their own, since most of their time they wait for programs.
///
/// The threads that run tests are as few as the machine's cores: two tests that wait would keep all the others waiting, too.
public struct WaitingTrait: SuiteTrait, TestTrait, TestScoping {
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingExecutor.shared) { try await function() }
  }
}

extension Trait where Self == WaitingTrait {
  /// See ``WaitingTrait``.
  public static var waiting: Self { Self() }
}
