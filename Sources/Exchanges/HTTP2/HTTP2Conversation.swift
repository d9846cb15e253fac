import HTTP2
import MessageFormats
import Streams
import TextOutput
import Wire

/// The exchanges of one HTTP/2 connection: each stream is one (RFC 9113 section 8.1), and a push is one more (section 8.4).
///
/// Heads are kept as those of HTTP/1.1 would be, with `host` in place of `:authority`, so that all that shows heads shows these.
final class HTTP2Conversation: ConversationReader {
  /// What one costs besides what it holds.
  private static let cost = 4096

  private struct Stream {
    var exchange: OpenExchange
    /// The bytes of its frames, by side.
    var frameBytes = Pair<Int64>(0, 0)
  }

  private let origin: ConversationOrigin
  private var connection: HTTP2Connection
  /// What the connection holds, in bytes.
  private var connectionBytes: Int
  private var streams: [UInt32: Stream] = [:]
  /// What their exchanges hold, in bytes.
  private var exchangeBytes = 0
  private var trails = Pair(PacketTrail(), PacketTrail())
  private var count = 0
  private var clientEnded: PacketMark?
  private var lastFromServer: PacketMark?
  private var isOver = false
  private var early: [TCPFinding] = []
  /// The last GOAWAY: who sent it, and which streams it still answers.
  private var goaway: (party: HTTPParty, code: HTTP2ErrorCode, lastStream: UInt32)?
  /// Who is the client, as far as the connection has said it by now.
  private var connectionClient: HTTP2Side?
  /// The packet at hand.
  private var now = PacketMark(number: 0, timestamp: Timestamp(nanoseconds: 0))

  init(_ origin: ConversationOrigin, _ start: HTTP2Connection.Start) {
    self.origin = origin
    connection = HTTP2Connection(start)
    connectionBytes = connection.heldBytes
  }

  /// Goes on with a connection of HTTP/1.1 that was upgraded (RFC 7540 section 3.2).
  /// - Parameter exchange: the one whose request asked for that; it is stream 1 now.
  init(_ origin: ConversationOrigin, upgraded exchange: OpenExchange, client: FlowSide) {
    self.origin = origin
    connection = HTTP2Connection(.upgrade(client: Self.http2Side(client), settings: []))
    connectionBytes = connection.heldBytes
    connectionClient = Self.http2Side(client)
    exchange.record.streamID = 1
    count = exchange.record.place
    streams[1] = Stream(exchange: exchange)
    exchange.recount(in: &exchangeBytes)
  }

  var heldBytes: Int {
    Self.cost + connectionBytes + trails[0].heldBytes + trails[1].heldBytes + exchangeBytes
  }
  var isLayered: Bool { true }
  var isOpaque: Bool { isOver && streams.isEmpty }
  var standing: [HTTPExchange] {
    ordered.map { $1.standing(outcome(of: $1, .endOfCapture), clientEnded) }
  }

  func receive(_ bytes: Span<UInt8>, _ piece: StreamPiece, _ log: HTTPLog) {
    guard !isOver else { return }
    now = piece.now
    let index = Int(piece.side.rawValue)
    trails[index].append(bytes.count, piece)
    if party(piece.side) == .server { lastFromServer = piece.packet }
    withReceiver(log) { connection, receiver in
      connection.receive(bytes, at: piece.offset, from: Self.http2Side(piece.side), to: &receiver)
    }
  }

  func miss(_ count: Int64, _ piece: StreamPiece, _ log: HTTPLog) {
    guard !isOver else { return }
    now = piece.now
    withReceiver(log) { connection, receiver in
      connection.miss(count, from: Self.http2Side(piece.side), to: &receiver)
    }
  }

  func end(of side: FlowSide, _ now: PacketMark, _ log: HTTPLog) {
    guard !isOver else { return }
    self.now = now
    withReceiver(log) { connection, receiver in connection.finish(Self.http2Side(side), to: &receiver) }
    guard party(side) == .server else { return clientEnded = clientEnded ?? now }
    for (stream, exchange) in ordered where !exchange.isResponseOver {
      let outcome: HTTPOutcome =
        clientEnded != nil ? .abandoned : exchange.record.response == nil ? .unanswered : .cutShort(by: .server)
      finish(stream, outcome, clientEnded ?? now, log)
    }
  }

  func reset(by side: FlowSide, _ now: PacketMark, _ log: HTTPLog) {
    guard !isOver else { return }
    isOver = true
    for (stream, exchange) in ordered {
      if exchange.isResponseOver {
        finish(stream, .complete, now, log)
      } else if let clientEnded, party(side) == .client || lastFromServer?.number ?? 0 < clientEnded.number {
        finish(stream, .abandoned, clientEnded, log)
      } else {
        finish(stream, .reset(by: party(side)), now, log)
      }
    }
  }

  func close(_ closure: FlowClosure, _ now: PacketMark, _ log: HTTPLog) {
    isOver = true
    for (stream, exchange) in ordered { finish(stream, outcome(of: exchange, closure), clientEnded ?? now, log) }
  }

  func note(_ finding: TCPFinding) {
    if streams.isEmpty {
      if early.count < HTTPExchange.findingLimit { early.append(finding) }
    } else {
      for stream in streams.values { stream.exchange.add(finding) }
    }
  }

  /// The streams whose exchanges are not over, in the order in which those began.
  private var ordered: [(UInt32, OpenExchange)] {
    streams.map { ($0.key, $0.value.exchange) }.sorted { $0.1.record.number < $1.1.record.number }
  }

  private func outcome(of exchange: OpenExchange, _ closure: FlowClosure) -> HTTPOutcome {
    exchange.outcome(closure, hasClientEnded: clientEnded != nil, missesResponses: connection.isLost(client.other))
  }

  /// Until it is known, the end that spoke first.
  fileprivate var client: HTTP2Side { connectionClient ?? .first }

  private func withReceiver(_ log: HTTPLog, _ action: (inout HTTP2Connection, inout Receiver) -> Void) {
    var receiver = Receiver(conversation: self, log: log)
    // What the connection calls while it reads uses other properties of this object, never the connection.
    connectionBytes = Self.heldBytes(&connection) { action(&$0, &receiver) }
  }

  /// What a connection holds after an action; counted where it is, because a copy would cost more than a packet.
  private static func heldBytes(
    _ connection: inout HTTP2Connection, after action: (inout HTTP2Connection) -> Void
  ) -> Int {
    action(&connection)
    return connection.heldBytes
  }

  private static func http2Side(_ side: FlowSide) -> HTTP2Side { side == .first ? .first : .second }

  private func party(_ side: FlowSide) -> HTTPParty {
    Self.http2Side(side) == client ? .client : .server
  }
}

// What the connection says.
extension HTTP2Conversation {
  fileprivate struct Receiver: HTTP2Receiver {
    let conversation: HTTP2Conversation
    let log: HTTPLog
    private func party(_ side: HTTP2Side) -> HTTPParty { side == conversation.client ? .client : .server }

    mutating func receivePreface(_ place: HTTP2Place) { conversation.connectionClient = place.side }

    mutating func receive(frame: HTTP2FrameHeader, _ place: HTTP2Place) {
      conversation.count(frame, place, party(place.side))
    }

    mutating func receive(headers: HTTP2Headers, fields: borrowing HPACKFieldBlock, _ place: HTTP2Place) {
      conversation.learnClient(headers.kind, place.side)
      conversation.take(headers, fields, place, party(place.side), log)
    }

    mutating func receive(lostHeaders reason: HTTP2LostHeaders, endsStream: Bool, _ place: HTTP2Place) {
      conversation.loseHead(place, party(place.side), log)
    }

    mutating func receive(data: Span<UInt8>, _ place: HTTP2Place) {
      conversation.take(data, place, party(place.side), log)
    }

    mutating func receive(missingData count: Int, _ place: HTTP2Place) {
      conversation.miss(count, place, party(place.side))
    }

    mutating func receiveEnd(_ place: HTTP2Place) { conversation.end(place, party(place.side), log) }

    mutating func receive(reset code: HTTP2ErrorCode, _ place: HTTP2Place) {
      conversation.reset(place, code, party(place.side), log)
    }

    mutating func receive(
      goaway code: HTTP2ErrorCode, lastStream: UInt32, debugData: Span<UInt8>, _ place: HTTP2Place
    ) {
      conversation.goaway = (party(place.side), code, lastStream)
    }

    mutating func receive(stall: HTTP2Stall, _ place: HTTP2Place) {
      let now = conversation.now.timestamp.nanoseconds
      conversation.eachStream(of: stall) { $0.beginWait(party(stall.sender), for: stall.stream, now) }
    }

    mutating func receive(resumption: HTTP2Stall, _ place: HTTP2Place) {
      let now = conversation.now.timestamp.nanoseconds
      conversation.eachStream(of: resumption) { $0.endWait(party(resumption.sender), for: resumption.stream, now) }
    }

    mutating func receiveLoss(_ place: HTTP2Place) { conversation.loseFrames(party(place.side)) }

    mutating func receiveAbandonment(of stream: UInt32) { conversation.finish(stream, .evicted, conversation.now, log) }
  }

  /// The exchanges that wait for a window: one, or all that their connection carries.
  fileprivate func eachStream(of stall: HTTP2Stall, _ body: (OpenExchange) -> Void) {
    guard stall.stream == 0 else {
      if let stream = streams[stall.stream] { body(stream.exchange) }
      return
    }
    for stream in streams.values { body(stream.exchange) }
  }

  /// Frames of a side are missing, perhaps of any message that is not over.
  fileprivate func loseFrames(_ party: HTTPParty) {
    for stream in streams.values where stream.exchange[party]?.last == nil {
      stream.exchange[party]?.fields.flaws.insert(.missingFrames)
    }
  }

  fileprivate func learnClient(_ kind: HTTP2Headers.Kind, _ side: HTTP2Side) {
    switch kind {
    case .request: connectionClient = connectionClient ?? side
    case .response, .interim, .pushPromise: connectionClient = connectionClient ?? side.other
    case .trailers, .unknown: break
    }
  }

  /// A frame belongs to a message's length.
  fileprivate func count(_ frame: HTTP2FrameHeader, _ place: HTTP2Place, _ party: HTTPParty) {
    let index = Int(place.side.rawValue)
    trails[index].forget(before: place.range.lowerBound)
    guard var stream = streams[frame.stream] else { return }
    stream.frameBytes[index] += Int64(place.range.count)
    streams[frame.stream] = stream
    guard let range = stream.exchange[party]?.range else { return }
    stream.exchange[party]?.range = range.lowerBound..<range.lowerBound + stream.frameBytes[index]
  }

  fileprivate func take(
    _ headers: HTTP2Headers, _ fields: borrowing HPACKFieldBlock, _ place: HTTP2Place, _ party: HTTPParty,
    _ log: HTTPLog
  ) {
    switch headers.kind {
    case .request: begin(fields, place, place.stream, log, isPushed: false)
    case .pushPromise(let promised): begin(fields, place, promised, log, isPushed: true)
    case .interim(let status):
      guard let exchange = streams[place.stream]?.exchange else { return }
      exchange.record.interim.append(status)
      if exchange.record.interim.count > 16 { exchange.record.interim.removeFirst() }
    case .response: answer(fields, place, log)
    case .trailers, .unknown:
      guard let exchange = streams[place.stream]?.exchange else { return }
      takeStatus(fields, exchange)
      noteSource(place, party, exchange)
    }
  }

  /// How a call of gRPC ended, as trailers say, or the head of a response without messages.
  private func takeStatus(_ fields: borrowing HPACKFieldBlock, _ exchange: OpenExchange) {
    guard exchange.record.call != nil, let code = fields.value(named: "grpc-status") else { return }
    let message = fields.value(named: "grpc-message") ?? []
    exchange.record.call?.status = GRPCStatus(status: code.span, message: message.span)
  }

  /// A stream's request.
  private func begin(
    _ fields: borrowing HPACKFieldBlock, _ place: HTTP2Place, _ number: UInt32, _ log: HTTPLog, isPushed: Bool
  ) {
    let head = HTTP2Head(fields, keepsText: log.keepsDetail)
    let line = HTTPStartLine(method: head.method ?? "?", target: head.target ?? "*", majorVersion: 2)
    let exchange = make(number, log)
    var message = HTTPMessage(line, from: place.range.lowerBound, first: mark(place).packet)
    message.range = place.range
    if isPushed { message.last = now }
    exchange.record.request = message
    for finding in early { exchange.add(finding) }
    early = []
    if exchange.keepsDetail { exchange.record.detail?.requestHead = head.text }
    exchange.begin(.client, head.fields, log.options)
    exchange.record.scheme = head.scheme
    exchange.record.isWebSocket = head.method == "CONNECT" && fields.value(.protocol) == Array("websocket".utf8)
    if exchange.record.call != nil, let timeout = fields.value(named: "grpc-timeout") {
      exchange.record.call?.timeout = GRPCTimeout(timeout.span)
    }
    var stream = Stream(exchange: exchange)
    stream.frameBytes[Int(place.side.rawValue)] = isPushed ? 0 : Int64(place.range.count)
    streams[number] = stream
    noteSource(place, .client, exchange)
    exchange.recount(in: &exchangeBytes)
  }

  /// A stream's final response.
  private func answer(_ fields: borrowing HPACKFieldBlock, _ place: HTTP2Place, _ log: HTTPLog) {
    let head = HTTP2Head(fields, keepsText: log.keepsDetail)
    if streams[place.stream] == nil { streams[place.stream] = Stream(exchange: make(place.stream, log)) }
    guard var stream = streams[place.stream] else { return }
    let exchange = stream.exchange
    stream.frameBytes[Int(place.side.rawValue)] = Int64(place.range.count)
    streams[place.stream] = stream
    var message = HTTPMessage(
      HTTPStartLine(status: fields.status ?? 0, majorVersion: 2), from: place.range.lowerBound,
      first: mark(place).packet)
    message.range = place.range
    exchange.record.response = message
    if exchange.keepsDetail { exchange.record.detail?.responseHead = head.text }
    exchange.begin(.server, head.fields, log.options)
    takeStatus(fields, exchange)
    if exchange.record.isWebSocket, fields.status.map({ 200..<300 ~= $0 }) ?? false { exchange.beginWebSocket() }
    noteSource(place, .server, exchange)
    exchange.recount(in: &exchangeBytes)
  }

  fileprivate func loseHead(_ place: HTTP2Place, _ party: HTTPParty, _ log: HTTPLog) {
    if let exchange = streams[place.stream]?.exchange {
      exchange[party]?.missing += Int64(place.range.count)
    } else if party == .client {
      streams[place.stream] = Stream(exchange: make(place.stream, log))
    }
  }

  fileprivate func take(_ data: Span<UInt8>, _ place: HTTP2Place, _ party: HTTPParty, _ log: HTTPLog) {
    guard let exchange = streams[place.stream]?.exchange else { return }
    exchange[party]?.bodyLength &+= Int64(data.count)
    if let webSocket = exchange.webSocket {
      webSocket.read(data, from: party, now, room: log.bodyRoom)
    } else if let body = exchange.body(party) {
      body.messages?.now = now
      body.take(data, room: log.bodyRoom, &log.pool)
    }
    noteSource(place, party, exchange)
    exchange.recount(in: &exchangeBytes)
  }

  fileprivate func miss(_ count: Int, _ place: HTTP2Place, _ party: HTTPParty) {
    guard let exchange = streams[place.stream]?.exchange else { return }
    exchange[party]?.missing += Int64(count)
    exchange[party]?.bodyLength &+= Int64(count)
    exchange.webSocket?.miss(Int64(count), from: party, now, room: 0)
    exchange.body(party)?.messages?.miss(Int64(count))
  }

  /// A side has said all of its message.
  fileprivate func end(_ place: HTTP2Place, _ party: HTTPParty, _ log: HTTPLog) {
    guard let exchange = streams[place.stream]?.exchange else { return }
    if exchange[party]?.last == nil { exchange[party]?.last = now }
    exchange.endWait(party, now.timestamp.nanoseconds)
    if let message = exchange[party], message.fields.flaws.contains(.missingFrames),
      case .bytes(let length) = message.fields.contentLength, exchange.record.request?.method != "HEAD"
    {
      exchange[party]?.missing += max(0, Int64(clamping: length) - message.bodyLength)
    }
    exchange.finish(party, isWhole: true, log)
    exchange.recount(in: &exchangeBytes)
    guard exchange.isResponseOver, exchange.isRequestOver || exchange.record.request == nil else { return }
    finish(place.stream, .complete, now, log)
  }

  fileprivate func reset(_ place: HTTP2Place, _ code: HTTP2ErrorCode, _ party: HTTPParty, _ log: HTTPLog) {
    guard let exchange = streams[place.stream]?.exchange else { return }
    if exchange.isResponseOver { return finish(place.stream, .complete, now, log) }
    exchange.record.streamError = code.description
    finish(place.stream, party == .client ? .abandoned : .reset(by: .server), now, log)
  }

  /// Ends an exchange and hands it over.
  fileprivate func finish(_ number: UInt32, _ outcome: HTTPOutcome, _ now: PacketMark, _ log: HTTPLog) {
    guard let exchange = streams.removeValue(forKey: number)?.exchange else { return }
    for party in [HTTPParty.client, .server] where exchange[party] != nil && exchange[party]?.last == nil {
      exchange.endWait(party, now.timestamp.nanoseconds)
      exchange.finish(party, isWhole: false, log)
    }
    if outcome != .complete, let goaway, goaway.code != .noError || number > goaway.lastStream {
      exchange.record.goaway = (goaway.party, goaway.code.description)
    }
    exchange.finishMessages()
    exchange.record.outcome = outcome
    // An exchange that is complete may be known as such only when the connection ends.
    let last = [exchange.record.request?.last, exchange.record.response?.last].compactMap(\.self)
    exchange.record.ended = outcome == .complete ? last.max { $0.number < $1.number } ?? now : now
    exchange.uncount(in: &exchangeBytes)
    log.retire(exchange.record)
  }

  private func make(_ number: UInt32, _ log: HTTPLog) -> OpenExchange {
    let client: FlowSide = self.client == .first ? .first : .second
    var record = HTTPExchange(
      number: log.issue(), stream: origin.identity.stream, client: origin.identity[client],
      server: origin.identity[client.other], clientSide: client)
    count += 1
    record.place = count
    record.opened = origin.opened
    record.connected = origin.connected
    record.security = origin.security
    record.authority = origin.authority
    record.streamID = number
    return OpenExchange(record, log)
  }

  private func mark(_ place: HTTP2Place) -> (packet: PacketMark, now: PacketMark) {
    let entry = trails[Int(place.side.rawValue)].entry(at: place.range.lowerBound)
    return (entry?.packet ?? now, entry?.now ?? now)
  }

  private func noteSource(_ place: HTTP2Place, _ party: HTTPParty, _ exchange: OpenExchange) {
    guard exchange.isWanted, let count = exchange.record.detail?.sources.count, count < HTTPDetail.sourceLimit else {
      return
    }
    var offset = place.range.lowerBound
    while offset < place.range.upperBound, let entry = trails[Int(place.side.rawValue)].entry(at: offset) {
      let end = max(offset + 1, min(place.range.upperBound, entry.range.upperBound))
      exchange.record.detail?.sources.append(
        HTTPDetail.Source(party: party, range: offset..<end, packet: entry.packet))
      offset = end
    }
  }
}

extension HPACKFieldBlock {
  /// The value of the first field of a name that is known.
  fileprivate func value(named name: String) -> [UInt8]? {
    fields.first { $0.isNameKnown && $0.isValueKnown && hasName($0, name) }.map { Array(bytes[$0.value]) }
  }
}
