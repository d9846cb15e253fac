public import HTTP3

/// What a scripted server does by HTTP/3 besides its responses.
public enum HTTP3Step: Sendable, Hashable {
  /// A 1xx response.
  case interim(status: Int)
  /// Resets the request's stream, and asks the client to send no more of it.
  case resetStream(HTTP3ErrorCode)
  /// GOAWAY (RFC 9114 section 5.2). Requests after the last one are not answered.
  case goaway(last: HTTP2Step.LastStream)
  /// CONNECTION_CLOSE with a code of HTTP/3.
  case abort(HTTP3ErrorCode)
}
