/// The access token that a client begins with, and where it gets a new one (RFC 6749).
public struct TokenGrant: Sendable, Hashable {
  /// What the client sends as `Authorization: Bearer TOKEN` (RFC 6750).
  public var accessToken: String
  public var refreshToken: String
  /// The token endpoint.
  public var url: String
  /// For how many seconds the client may take the access token for valid; nil if nobody says.
  public var lifetime: Int?

  public init(accessToken: String, refreshToken: String, url: String, lifetime: Int? = nil) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.url = url
    self.lifetime = lifetime
  }
}
