import ContentCodings
import Streams
import Wire

/// An exchange that is going on.
final class OpenExchange {
  /// What its conversation counts for it.
  private var countedBytes = 0

  /// Counts what it holds anew in the sum of its conversation, which is asked for with every packet.
  func recount(in sum: inout Int) {
    let held = heldBytes
    sum += held - countedBytes
    countedBytes = held
  }

  /// Takes it out of the sum, because another conversation has it now or it is over.
  func uncount(in sum: inout Int) {
    sum -= countedBytes
    countedBytes = 0
  }

  /// What one costs besides its bodies.
  static let cost = 3072

  var record: HTTPExchange
  var requestBody: BodyReader?
  var responseBody: BodyReader?
  /// Up to where the client had acknowledged the server's stream when it sent the request.
  var acknowledgedAtRequest: Int64 = 0
  /// Up to where the server had acknowledged the client's stream when it answered.
  var acknowledgedAtResponse: Int64 = 0
  /// Whether heads and bodies are kept, and whether the places where they came from are.
  let keepsDetail: Bool
  let isWanted: Bool
  /// The messages that it carries, and the readers of a WebSocket's.
  let messages: MessageList?
  private(set) var webSocket: WebSocketMessages?
  /// What stood where its request should, if that was none.
  var requestFault: HTTPFault?
  /// The windows for which each side waits, and since when, in nanoseconds.
  private var waits = Pair<(windows: Set<UInt64>, since: Int64)>(([], 0), ([], 0))
  /// Since when it is whole, and where the server's stream is acknowledged if the client has received it, while that is not known.
  private(set) var held: (since: PacketMark, end: Int64)?
  /// The response as far as it had come when the client ended.
  private var reached: ReachedResponse?
  /// Whether the capture cut the request's packet, so that its end is not known.
  var isRequestCut = false

  init(_ record: HTTPExchange, _ log: HTTPLog) {
    let options = log.options
    self.record = record
    isWanted = record.number == options.wanted
    keepsDetail = isWanted || options.keepsAll
    messages = keepsDetail && options.bodyLimit > 0 ? MessageList(limit: options.bodyLimit) : nil
    if keepsDetail { self.record.detail = HTTPDetail() }
    guard let followed = log.followed else { return }
    messages?.follower = { [unowned self] message, place in
      followed.add(
        FollowedMessage(
          exchange: self.record.number, place: place, method: self.record.request?.method, url: self.record.url,
          message: message))
    }
  }

  /// The request, for the pairing.
  var request: ResponsePairing.Request {
    .init(start: record.request?.range.lowerBound ?? 0, acknowledged: acknowledgedAtRequest)
  }
  var isRequestOver: Bool { record.request?.last != nil || isRequestCut }
  var isResponseOver: Bool { record.response?.last != nil }
  /// What it holds, in bytes.
  private var heldBytes: Int {
    (requestBody?.heldBytes ?? 0) + (responseBody?.heldBytes ?? 0) + (record.detail?.heldBytes ?? 0)
      + (messages?.heldBytes ?? 0) + (webSocket?.heldBytes ?? 0)
  }

  subscript(party: HTTPParty) -> HTTPMessage? {
    get { party == .client ? record.request : record.response }
    set { if party == .client { record.request = newValue } else { record.response = newValue } }
  }

  /// A side has used up a window: that of a stream, or of the connection, which is 0.
  func beginWait(_ party: HTTPParty, for window: UInt64, _ now: Int64) {
    let index = party == .client ? 0 : 1
    if waits[index].windows.isEmpty { waits[index].since = now }
    waits[index].windows.insert(window)
  }

  /// A window is open again, or, where none is named, nobody waits any more.
  func endWait(_ party: HTTPParty, for window: UInt64? = nil, _ now: Int64) {
    let index = party == .client ? 0 : 1
    guard !waits[index].windows.isEmpty else { return }
    if let window { waits[index].windows.remove(window) } else { waits[index].windows = [] }
    if waits[index].windows.isEmpty { self[party]?.windowWait += max(0, now &- waits[index].since) }
  }

  func body(_ party: HTTPParty) -> BodyReader? { party == .client ? requestBody : responseBody }

  /// The head of a message is known: makes ready for its body.
  func begin(_ party: HTTPParty, _ fields: HTTPFields, _ options: HTTPOptions) {
    self[party]?.fields = fields
    if GRPCCall.isCall(fields.contentType), record.call == nil { record.call = GRPCCall() }
    defer { beginMessages(party, fields) }
    var limit = keepsDetail ? options.bodyLimit : 0
    if options.resolvesNames, party == .server, Self.isDNS(fields) { limit = max(limit, Self.longestAnswer) }
    guard options.decodesBodies || limit > 0 else { return }
    // What was applied first stands first; transfer codings come after content codings.
    let transfer = Self.codings(fields.transferEncoding ?? "")
    do throws(ContentDecodingError) {
      let codings = try ContentCoding.list(fields.contentEncoding ?? "") + ContentCoding.list(transfer)
      if !codings.isEmpty || limit > 0 { setBody(party, BodyReader(codings, limit: limit)) }
    } catch {
      self[party]?.decodingFailure = error.description
      if limit > 0 { setBody(party, BodyReader([], limit: limit)) }
    }
  }

  /// The longest message of DNS, in bytes.
  private static let longestAnswer = 65_535

  /// Whether a body is a message of DNS (RFC 8484 section 6).
  private static func isDNS(_ fields: HTTPFields) -> Bool {
    BodyKind.media(fields.contentType) == "application/dns-message"
  }

  /// Gives an answer of DNS over HTTPS to the name table.
  private func learn(_ body: BodyReader, _ log: HTTPLog) {
    guard log.options.resolvesNames, let response = record.response, Self.isDNS(response.fields), !body.isCut,
      let asked = record.request?.first
    else { return }
    let bytes = body.kept
    guard let message = try? DNSMessage(bytes.span), message.header.isResponse else { return }
    // The question is in the answer, so the request's body need not be kept.
    let question = DNSMessage(identifier: message.identifier, flags: 0, questions: message.questions)
    for (message, packet) in [(question, asked), (message, response.last ?? response.first)] {
      log.learn(
        NameMessage(
          client: record.client, server: record.server, message: message, packet: packet, isInStream: true))
    }
  }

  /// Makes ready for the messages of a body.
  private func beginMessages(_ party: HTTPParty, _ fields: HTTPFields) {
    guard let messages, let body = body(party), let first = self[party]?.first else { return }
    let head = party == .client ? record.detail?.requestHead : record.detail?.responseHead
    let encoding =
      record.call == nil ? nil : HeadField.all(of: head ?? []).first { $0.isNamed("grpc-encoding") }?.text
    body.messages = BodyMessages(party, type: fields.contentType, encoding: encoding, messages, first)
  }

  /// From here on both directions are those of a WebSocket.
  func beginWebSocket() {
    (requestBody, responseBody) = (nil, nil)
    webSocket = WebSocketMessages(messages, responseHead: record.detail?.responseHead ?? [])
  }

  /// Hands over the messages so far.
  func finishMessages() {
    guard let messages, messages.count > 0 else { return }
    record.detail?.messages = messages.messages
    record.detail?.messageCount = messages.count
  }

  /// What transfer codings there are besides the usual one, which is undone by then.
  private static func codings(_ field: String) -> String {
    guard !field.isEmpty, field != "chunked" else { return "" }
    return field.split(separator: ",").filter { !$0.lowercased().contains("chunked") }.joined(separator: ",")
  }

  /// A message is over, or will not go on.
  func finish(_ party: HTTPParty, isWhole: Bool, _ log: HTTPLog) {
    guard var message = self[party] else { return }
    if let body = body(party) {
      body.finish(isWhole: isWhole && message.missing == 0, room: log.bodyRoom, &log.pool)
      if body.lacksRoom { log.cutBodies += 1 }
      if party == .server, isWhole { learn(body, log) }
      if let trailers = body.messages?.trailers, !trailers.isEmpty { record.call?.take(trailers: trailers) }
      if message.decodingFailure == nil {
        message.decodedLength = body.decodedLength
        message.decodingFailure = body.failure
      }
      if party == .client {
        record.detail?.requestBody = body.kept
        record.detail?.isRequestBodyCut = body.isCut
      } else {
        record.detail?.responseBody = body.kept
        record.detail?.isResponseBodyCut = body.isCut
      }
      setBody(party, nil)
    } else if log.options.decodesBodies, message.decodingFailure == nil, message.decodedLength == nil {
      message.decodedLength = message.bodyLength
    }
    self[party] = message
    finishMessages()
  }

  /// How it ends if nothing more comes.
  ///
  /// - Parameter missesResponses: whether responses may be among bytes that are missing.
  func outcome(_ closure: FlowClosure, clientEnd: ClientEnd?, missesResponses: Bool) -> HTTPOutcome {
    if held != nil {
      if clientEnd?.isHalfClose(after: record.request?.last) ?? false { return .complete }
      return closure == .evicted ? .evicted : .open
    }
    if isResponseOver { return .complete }
    if closure == .evicted { return .evicted }
    if missesResponses, record.response == nil { return .lost }
    return clientEnd == nil ? .open : .abandoned
  }

  /// What there is to say of it while it goes on.
  ///
  /// - Parameter outcome: how it would end if nothing more came.
  func standing(_ outcome: HTTPOutcome, _ clientEnded: PacketMark?) -> HTTPExchange {
    var record = record
    record.outcome = outcome
    if outcome != .open { record.ended = clientEnded }
    return record
  }

  func add(_ finding: TCPFinding) {
    record.findingCounts.add(finding)
    if record.findings.count < HTTPExchange.findingLimit { record.findings.append(finding) }
  }

  func setBody(_ party: HTTPParty, _ body: BodyReader?) {
    if party == .client { requestBody = body } else { responseBody = body }
  }
}

// What a client that has ended its side of the connection has of a response.
extension OpenExchange {
  /// Waits until it is known that the client has received the server's stream up to an offset.
  func hold(since now: PacketMark, until end: Int64) { held = (now, end) }

  /// Notes how much of the response had come, because the client has ended, or has acknowledged more since then.
  /// - Parameter response: the response with what its reader knows of it.
  func noteReached(_ response: HTTPMessage?, _ log: HTTPLog) {
    responseBody?.decodeSoFar(room: log.bodyRoom, &log.pool)
    reached = ReachedResponse(response, body: responseBody)
  }

  /// Takes back what came of the response later than the client can have had it.
  func takeBackLateResponse(_ end: PacketMark) {
    guard let reached, let response = record.response, response.range.count > reached.count else { return }
    if reached.message == nil { record.late = response }
    record.response = reached.message
    record.call?.status = nil
    record.detail?.cut(to: reached, after: end)
  }
}
