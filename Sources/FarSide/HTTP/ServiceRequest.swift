import NIOHTTP1

/// What the demo service needs to know of a request.
struct ServiceRequest {
  var method: HTTPMethod
  var target: RequestTarget
  var acceptEncoding: AcceptEncoding
  /// How many bytes of body came with it.
  var bodyBytes: Int
}
