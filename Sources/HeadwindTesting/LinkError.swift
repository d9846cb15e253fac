/// Why a test could not use its link, and what to do about it.
public struct LinkError: Error, CustomStringConvertible, Sendable {
  public var description: String

  init(_ description: String) {
    self.description = description
  }

  /// The tests run, but not on a link.
  static let notOnALink = LinkError(
    "this test needs a link, and the tests do not run on one; run them so: headwind run -- swift test")
}
