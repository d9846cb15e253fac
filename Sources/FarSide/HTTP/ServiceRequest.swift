import NIOHTTP1

/// What the demo service needs to know about a request.
struct ServiceRequest {
  var method: HTTPMethod
  var target: RequestTarget
  var acceptEncoding: AcceptEncoding
  /// The length of the request body in bytes.
  var bodyBytes: Int
}
