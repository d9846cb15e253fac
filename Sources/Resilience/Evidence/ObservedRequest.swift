import Dissection
internal import Exchanges
public import Streams

/// A request on the wire.
public struct ObservedRequest: Sendable, Hashable {
  public var packet: PacketMark
  public var method: String
  public var target: String
  /// The conversation, as Wireshark's `tcp.stream`; negative if only the servers' log tells of the request.
  public var stream: Int
  /// The status of the response, if one came.
  public var status: Int?
  /// The length of its body, and whether the body was sent completely.
  public var bodyBytes: Int64
  public var isComplete: Bool
  /// The packets with the first and with the last byte of the response; nil if only the servers' log tells of the request.
  public var answered: PacketMark?
  public var completed: PacketMark?
  /// The stream of HTTP/2; nil in HTTP/1.x.
  public var http2Stream: UInt32?
  /// The stream of HTTP/3; nil in other versions.
  public var http3Stream: UInt64?
  /// The packet in which the exchange ended, however it did; nil if only the servers' log tells of the request.
  var ended: PacketMark?
  /// How long the response asks the client to wait before it tries again, in nanoseconds.
  var retryAfter: Int64?
  /// What makes copies of the request recognizable to the server.
  var idempotencyKey: String?
  /// Under what condition a part is wanted (RFC 9110 section 13.1.5).
  var ifRange: String?
  /// Whether the client waits for 100 Continue before it sends the body (RFC 9110 section 10.1.1).
  var expectsContinue = false
  /// The body of the response, as far as it came; nil if it is too long or if only the servers' log tells of the request.
  var response: ReceivedBody?
  /// The header fields of the request and of its final response; empty if only the servers' log tells of the request.
  var fields = HeaderFields()
  var answerFields = HeaderFields()
  /// Its URL, as far as the request says it; nil if only the servers' log tells of the request.
  var url: String?
  /// Whether it was sent inside TLS.
  var isSecure = false
  /// What it and its response say by messages.
  var dialogue = ObservedDialogue()
  /// The requests that were sent where the rest of its body belongs.
  var strays: [StrayRequest] = []

  /// Whether it asks a proxy for a tunnel, and the server for nothing.
  var asksForTunnel: Bool { method == "CONNECT" }
  /// The host that it is for, in lower-case letters; empty if that is not known.
  var host: String { url.map { Scenario.host(of: $0).lowercased() } ?? "" }

  /// Whether another request asks for the same.
  func isSame(as other: ObservedRequest) -> Bool { method == other.method && target == other.target }
}

/// The body of a response as the wire brought it, with its codings undone, and what its head says of it.
struct ReceivedBody: Sendable, Hashable {
  var bytes: [UInt8]
  /// The part of the representation that this is, if the response is a 206.
  var range: ContentRange?
  var tag: String?
  /// Whether it came in a coding such as gzip. A client may keep it so.
  var isCoded = false
}

extension ObservedRequest {
  /// Takes what the heads and the body of an exchange say.
  mutating func note(_ detail: HTTPDetail) {
    let response = HeaderFields(head: detail.responseHead.dropFirst(detail.finalHeadStart))
    let request = HeaderFields(head: detail.requestHead)
    (fields, answerFields) = (request, response)
    idempotencyKey = request["idempotency-key"]
    strays = isComplete ? [] : StrayRequest.all(in: detail.requestBody)
    ifRange = request["if-range"]
    expectsContinue = request["expect"]?.lowercased() == "100-continue"
    retryAfter = Self.pause(response).flatMap { (0...86_400).contains($0) ? $0 * 1_000_000_000 : nil }
    guard answered != nil, !detail.isResponseBodyCut else { return }
    self.response = ReceivedBody(
      bytes: detail.responseBody, range: response["content-range"].flatMap(ContentRange.init), tag: response["etag"],
      isCoded: response["content-encoding"] != nil)
  }

  /// Takes what the messages say. An event stream is complete with its last event, whatever becomes of its body.
  mutating func note(_ dialogue: ObservedDialogue) {
    self.dialogue = dialogue
    completed = completed ?? dialogue.lastEvent
  }

  /// The seconds of Retry-After (RFC 9110 section 10.2.3): a number, or a date, which counts from the response's own Date, because the
  /// clocks of client and server may differ.
  private static func pause(_ response: HeaderFields) -> Int64? {
    guard let value = response["retry-after"] else { return nil }
    if let seconds = Int64(value) { return seconds }
    guard let until = HTTPDate.seconds(value), let now = response["date"].flatMap(HTTPDate.seconds) else { return nil }
    return max(until - now, 0)
  }

  /// Whether the client asks for a coding (RFC 9110 section 12.5.3).
  func accepts(_ coding: String) -> Bool {
    fields["accept-encoding"].map { Self.accepts(coding, $0) } ?? false
  }

  /// Whether a list of codings contains one that is not refused with `q=0`.
  private static func accepts(_ coding: String, _ list: String) -> Bool {
    list.lowercased().split(separator: ",").contains { item in
      let parts = item.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
      let refusals = ["q=0", "q=0.0", "q=0.00", "q=0.000"]
      return parts.first == coding && !parts.dropFirst().contains(where: refusals.contains)
    }
  }
}
