import NIOCore
import NIOHTTP1

/// A response of the demo service, as a value that is not yet written.
struct ServiceResponse {
  enum Body {
    case bytes([UInt8])
    /// This many letters, generated while they are sent.
    case filler(count: Int)

    var count: Int {
      switch self {
      case .bytes(let bytes): bytes.count
      case .filler(let count): count
      }
    }
  }

  var status: HTTPResponseStatus
  var headers: HTTPHeaders
  var body: Body
  /// The delay before the status line.
  var delay: TimeAmount = .zero

  init(status: HTTPResponseStatus, type: String, body: Body) {
    self.status = status
    self.headers = ["Content-Type": type]
    self.body = body
  }

  /// A line of text, such as an error's reason.
  static func text(_ status: HTTPResponseStatus, _ line: String) -> ServiceResponse {
    ServiceResponse(status: status, type: "text/plain; charset=utf-8", body: .bytes(Array((line + "\n").utf8)))
  }

  /// 405 with the allowed methods, as RFC 9110 section 15.5.6 requires.
  static func methodNotAllowed(allowed: String) -> ServiceResponse {
    var response = text(.methodNotAllowed, "the allowed methods are \(allowed)")
    response.headers.add(name: "Allow", value: allowed)
    return response
  }
}
