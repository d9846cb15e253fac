public import HTTP2

/// What a scripted server does with clients that speak HTTP/2, and how it keeps to the protocol.
public struct HTTP2Script: Sendable, Hashable {
  /// The lists of steps. In `connections`, a list reads the requests of a connection one after the other, whatever streams they
  /// come on. In `requests`, each stream plays its own list, beside the others.
  public var acts: ServerScript.Acts
  /// The server's settings, which it sends first (RFC 9113 section 6.5.2).
  public var settings: [HTTP2Setting]
  /// Whether it acknowledges the client's settings, as it must (section 6.5.3).
  public var acknowledgesSettings: Bool
  /// Whether it answers PING, as it must (section 6.7).
  public var answersPings: Bool
  /// Whether it opens windows as bytes arrive (section 6.9); otherwise only steps do.
  public var opensWindows: Bool

  /// A server that keeps to the protocol.
  public init(
    acts: ServerScript.Acts, settings: [HTTP2Setting] = [], acknowledgesSettings: Bool = true,
    answersPings: Bool = true, opensWindows: Bool = true
  ) {
    self.acts = acts
    self.settings = settings
    self.acknowledgesSettings = acknowledgesSettings
    self.answersPings = answersPings
    self.opensWindows = opensWindows
  }

  /// How many streams a client may have open at a time; nil for any number.
  var mostStreams: Int? {
    settings.last { $0.identifier == .maxConcurrentStreams }.map { Int($0.value) }
  }
}
