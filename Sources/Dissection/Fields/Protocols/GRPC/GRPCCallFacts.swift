/// What is known of the call that a gRPC message belongs to.
struct GRPCCallFacts {
  /// The request's target: `/package.Service/Method`.
  var path: String?
  var isRequest = false
  /// The media type of the body, such as `application/grpc+proto`.
  var type = ""
  /// How compressed messages are coded (`grpc-encoding`).
  var encoding: String?
}
