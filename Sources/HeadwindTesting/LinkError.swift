/// Why a test could not use its link, and what to do about it.
public struct LinkError: Error, CustomStringConvertible, Sendable {
  public var description: String

  init(_ description: String) {
    self.description = description
  }

  /// The command lines that run tests on a link.
  static let howToRun =
    "Run the tests like this: swift build --build-tests && headwind run -- swift test --skip-build"

  /// The tests do not run on a link.
  static let notOnALink = LinkError(
    "this test needs a link, and the tests do not run on one (HEADWIND_CONTROL is not set). \(howToRun)")
}
