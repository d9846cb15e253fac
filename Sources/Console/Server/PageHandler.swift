import Dispatch
import NIOCore
import NIOHTTP1
import TextOutput

/// Answers the requests of one connection, one after the other: the files of the page, and the calls of the API.
final class PageHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// The longest body of a request: a filter, or the name of a profile.
  private static let longestBody = 65_536
  static let name = "page"

  /// What every response says. The policy keeps the page from asking anybody but us, and from running what is not ours.
  static let headers: [(String, String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
  ]

  private let api: ConsoleAPI
  private let access: AccessGuard
  private let login: LoginDesk?
  private let queues: AnswerQueues
  private var head: HTTPRequestHead?
  private var body: [UInt8] = []
  private var isTooLong = false

  init(_ api: ConsoleAPI, _ reception: Reception, _ queues: AnswerQueues) {
    self.api = api
    access = reception.access
    login = reception.login
    self.queues = queues
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      self.head = head
      body = []
      isTooLong = false
    case .body(let piece):
      isTooLong = isTooLong || body.count + piece.readableBytes > Self.longestBody
      if !isTooLong { body += piece.readableBytesView }
    case .end:
      guard let head else { return }
      self.head = nil
      answer(head, context.channel)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func answer(_ head: HTTPRequestHead, _ channel: any Channel) {
    guard access.isAddressedHere(head.headers) else {
      return Self.refuse(.forbidden, "this is the console of headwind; open the address that it prints", head, channel)
    }
    guard !isTooLong else { return Self.refuse(.payloadTooLarge, "the body is too long", head, channel) }
    let path = String(head.uri.prefix { $0 != "?" })
    if let file = PageFile.all[path] {
      guard head.method == .GET || head.method == .HEAD else {
        return Self.refuse(.methodNotAllowed, "files can only be read", head, channel)
      }
      return Self.send(.ok, file.type, ByteBuffer(bytes: file.bytes), head, channel)
    }
    guard path.hasPrefix("/api/") else { return Self.refuse(.notFound, "there is no \(path)", head, channel) }
    let request = APIRequest(
      method: head.method.rawValue, target: head.uri, form: String(decoding: body, as: UTF8.self))
    if let login, request.path == ["login"] {
      return login.answer(request) { status, text in
        Self.send(
          HTTPResponseStatus(statusCode: status), "application/json; charset=utf-8", ByteBuffer(text), head, channel)
      }
    }
    guard access.hasToken(head.headers) else {
      return Self.refuse(.unauthorized, "the token is missing: Authorization: Bearer TOKEN", head, channel)
    }
    // Reading packets takes time, which the other connections of this thread do not have.
    queues[request].async { [api] in
      let (status, text) = api.answer(request)
      let type = status == 200 ? Self.type(of: request) : "application/json; charset=utf-8"
      Self.send(HTTPResponseStatus(statusCode: status), type, ByteBuffer(text), head, channel)
    }
  }

  /// What was captured is never given as something that a browser would show by itself.
  private static func type(of request: APIRequest) -> String {
    switch (request.path.first, request.path.last) {
    case ("saved.html", _): "text/html; charset=utf-8"
    case ("exchanges", "body"), ("suites", "report"): "application/octet-stream"
    default: "application/json; charset=utf-8"
    }
  }

  private static func refuse(
    _ status: HTTPResponseStatus, _ words: String, _ head: HTTPRequestHead, _ channel: any Channel
  ) {
    var text = TextBuffer(capacity: 256)
    text.append("{\"error\":")
    text.append(jsonString: words)
    text.append("}\n")
    send(status, "application/json; charset=utf-8", ByteBuffer(text), head, channel)
  }

  private static func send(
    _ status: HTTPResponseStatus, _ type: String, _ body: ByteBuffer, _ head: HTTPRequestHead, _ channel: any Channel
  ) {
    var headers = HTTPHeaders(Self.headers)
    headers.add(name: "Content-Type", value: type)
    headers.add(name: "Content-Length", value: String(body.readableBytes))
    if !head.isKeepAlive { headers.add(name: "Connection", value: "close") }
    let answer = HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))
    if head.method != .HEAD { channel.write(answer, promise: nil) }
    let written = channel.writeAndFlush(head.method == .HEAD ? answer : .body(.byteBuffer(body)))
    // The next request is taken after the end of this response, so that one that nobody reads is the last.
    written.whenComplete { _ in
      let end = channel.writeAndFlush(HTTPServerResponsePart.end(nil))
      if !head.isKeepAlive { end.whenComplete { _ in channel.close(promise: nil) } }
    }
  }
}

extension ByteBuffer {
  init(_ text: borrowing TextBuffer) {
    self.init()
    // The pointer is used only during this call, which copies the bytes.
    text.withBytes { bytes in bytes.withUnsafeBufferPointer { _ = writeBytes($0) } }
  }
}
