import ContentCodings
import NIOCore
import NIOHTTP1

/// The service behind a private link: a search that answers with JSON, and a few resources that are useful for testing
/// clients.
///
/// It is pure: the same request always gets the same response.
struct DemoService: Sendable {
  /// The certificate of the authority that signs what the servers show, in PEM; empty if there is none.
  var authority = ""

  static let index = """
    Headwind's private link answers:
      GET  /search.json?q=WORDS&rpp=1...100&page=1...  search results as JSON, gzip-compressed if you accept it
      GET  /status/CODE        a response with this status, 200 to 599
      GET  /bytes/COUNT        this many bytes, at most 1 GiB
      GET  /delay/SECONDS      a response that starts after so long, at most 3600 s
      POST /upload             how many bytes the request's body had (PUT too)
      GET  /ca                 a page from which a device installs the authority of this link; /ca.crt is its certificate
    Every name resolves to this server, but for those below invalid (no such name), servfail.test (the name server
    fails) and silent.test (it says nothing).
    """

  func respond(to request: ServiceRequest) -> ServiceResponse {
    let path = request.target.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let isRead = request.method == .GET || request.method == .HEAD
    if path == ["upload"] {
      guard request.method == .POST || request.method == .PUT else { return .methodNotAllowed(allowed: "POST, PUT") }
      return json("{\"bytes\":\(request.bodyBytes)}", for: request)
    }
    guard let answer = answerToRead(Array(path), request) else {
      return .text(.notFound, "there is no resource \(request.target.path); / lists all resources")
    }
    return isRead ? answer() : .methodNotAllowed(allowed: "GET, HEAD")
  }

  /// The function that makes the response to a GET of this path, or nil if there is no such resource.
  private func answerToRead(_ path: [Substring], _ request: ServiceRequest) -> (() -> ServiceResponse)? {
    switch (path.first, path.count) {
    case ("", 1): { .text(.ok, Self.index) }
    case ("search.json", 1): { search(request) }
    case ("status", 2): { status(path[1]) }
    case ("bytes", 2): { bytes(path[1]) }
    case ("delay", 2): { delay(path[1]) }
    case ("ca", 1) where !authority.isEmpty: { AuthorityPage.response }
    case ("ca.crt", 1) where !authority.isEmpty: { AuthorityPage.certificate(authority) }
    default: nil
    }
  }

  private func search(_ request: ServiceRequest) -> ServiceResponse {
    guard let query = request.target.value("q"), !query.isEmpty else {
      return .text(.badRequest, "the query parameter q is missing, as in /search.json?q=apple")
    }
    guard let perPage = Self.number(request.target.value("rpp"), default: 15, in: 1...100) else {
      return .text(.badRequest, "rpp must be a number from 1 to 100")
    }
    guard let page = Self.number(request.target.value("page"), default: 1, in: 1...1_000_000) else {
      return .text(.badRequest, "page must be a number from 1 to 1000000")
    }
    return json(SearchResults(query: query, perPage: perPage, page: page).json, for: request)
  }

  private func json(_ text: String, for request: ServiceRequest) -> ServiceResponse {
    let plain = Array(text.utf8)
    let compressed = request.acceptEncoding.allowsGzip ? GzipEncoder.encode(plain) : nil
    var response = ServiceResponse(
      status: .ok, type: "application/json; charset=utf-8", body: .bytes(compressed ?? plain))
    response.headers.add(name: "Vary", value: "Accept-Encoding")
    if compressed != nil {
      response.headers.add(name: "Content-Encoding", value: "gzip")
    }
    return response
  }

  private func status(_ text: Substring) -> ServiceResponse {
    guard let code = Self.number(String(text), default: 0, in: 200...599) else {
      return .text(.badRequest, "the status must be a number from 200 to 599")
    }
    let status = HTTPResponseStatus(statusCode: code)
    return .text(status, "\(code) \(status.reasonPhrase)")
  }

  private func bytes(_ text: Substring) -> ServiceResponse {
    guard let count = Self.number(String(text), default: 0, in: 0...(1 << 30)) else {
      return .text(.badRequest, "the count must be a number from 0 to \(1 << 30)")
    }
    return ServiceResponse(status: .ok, type: "application/octet-stream", body: .filler(count: count))
  }

  private func delay(_ text: Substring) -> ServiceResponse {
    guard let seconds = Double(text), (0...3600).contains(seconds) else {
      return .text(.badRequest, "the delay must be a number of seconds from 0 to 3600")
    }
    var response = ServiceResponse.text(.ok, "after \(text) s")
    response.delay = .nanoseconds(Int64(seconds * 1e9))
    return response
  }

  private static func number(_ text: String?, default fallback: Int, in range: ClosedRange<Int>) -> Int? {
    guard let text else { return fallback }
    return Int(text).flatMap { range.contains($0) ? $0 : nil }
  }
}

/// What the demo service needs to know about a request.
struct ServiceRequest {
  var method: HTTPMethod
  var target: RequestTarget
  var acceptEncoding: AcceptEncoding
  /// The length of the request body in bytes.
  var bodyBytes: Int
}
