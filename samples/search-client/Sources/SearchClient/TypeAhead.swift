/// A search field that searches as somebody types: only the answer to the latest text counts.
public protocol TypeAhead: Actor {
  init(_ service: SearchService)

  /// The text is another one now: searches for it, and returns the results, or nil if the text has changed meanwhile.
  func type(_ text: String) async throws -> [SearchService.Result]?

  /// The text is gone: nothing is searched for any more.
  func clear()
}
