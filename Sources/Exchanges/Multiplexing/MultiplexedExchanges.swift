import DequeModule
import HTTP2
import MessageFormats
import Streams
import TextOutput
import Wire

/// The exchanges of a connection that carries many at a time, HTTP/2 or HTTP/3: each stream is one (RFC 9113 section 8.1, RFC 9114
/// section 4.1), and a push is one more.
///
/// The conversation that owns it knows the frames, and says what they mean. Heads are kept as those of HTTP/1.1 would be, with `host` in
/// place of `:authority`, so that all that shows heads shows these.
final class MultiplexedExchanges {
  /// Where something stands: on which stream, in which of its sender's bytes, and which packets brought those.
  struct Place {
    var stream: UInt64
    var party: HTTPParty
    var range: Range<Int64>
    var trail: PacketTrail
  }

  /// That an end takes no more requests.
  struct Goaway {
    var party: HTTPParty
    /// The name of its error code.
    var code: String
    var isError: Bool
    /// The first stream that is not answered any more.
    var firstRefused: UInt64
  }

  private struct Stream {
    var exchange: OpenExchange
    /// The bytes of its frames, of the client and of the server.
    var frameBytes = Pair<Int64>(0, 0)
  }

  private let origin: ConversationOrigin
  private let majorVersion: Int
  private var streams: [UInt64: Stream] = [:]
  private var count = 0
  private var early: [TCPFinding] = []
  /// The numbers of exchanges that are to begin anew, by their streams.
  private var forgotten: [UInt64: Int] = [:]
  /// What they hold, in bytes.
  private(set) var heldBytes = 0
  /// The last word of an end that it takes no more requests.
  var goaway: Goaway?
  /// Set once the client has ended its side of the connection.
  private(set) var clientEnd: ClientEnd?
  /// True if both sides have.
  private var haveBothEnded = false
  /// The streams that were given up, whose late frames begin no exchange: the latest, and their order.
  private var givenUp: Set<UInt64> = []
  private var givenUpOrder: Deque<UInt64> = []
  private static let mostGivenUp = 4096
  /// The side of the client, as far as it is known by now.
  var clientSide = FlowSide.first
  /// The packet at hand.
  var now = PacketMark(number: 0, timestamp: Timestamp(nanoseconds: 0))

  init(_ origin: ConversationOrigin, majorVersion: Int) {
    self.origin = origin
    self.majorVersion = majorVersion
  }

  var isEmpty: Bool { streams.isEmpty }

  /// The streams whose exchanges are not over, in the order in which those began.
  var ordered: [(UInt64, OpenExchange)] {
    streams.map { ($0.key, $0.value.exchange) }.sorted { $0.1.record.number < $1.1.record.number }
  }

  func exchange(_ stream: UInt64) -> OpenExchange? { streams[stream]?.exchange }

  /// Takes over an exchange of HTTP/1.1 whose request asked for an upgrade (RFC 7540 section 3.2).
  func adopt(_ exchange: OpenExchange, as stream: UInt64) {
    exchange.record.streamID = stream
    count = exchange.record.place
    streams[stream] = Stream(exchange: exchange)
    exchange.recount(in: &heldBytes)
  }

  func note(_ finding: TCPFinding) {
    if streams.isEmpty {
      if early.count < HTTPExchange.findingLimit { early.append(finding) }
    } else {
      for stream in streams.values { stream.exchange.add(finding) }
    }
  }

  /// A finding about one stream only, if it has an exchange.
  func note(_ finding: TCPFinding, _ stream: UInt64) { streams[stream]?.exchange.add(finding) }

  /// A sender waits for a window: that of a stream, or of the connection, which is nil.
  func beginWait(_ party: HTTPParty, for stream: UInt64?) {
    each(stream) { $0.beginWait(party, for: stream ?? .max, now.timestamp.nanoseconds) }
  }

  /// The window is open again.
  func endWait(_ party: HTTPParty, for stream: UInt64?) {
    each(stream) { $0.endWait(party, for: stream ?? .max, now.timestamp.nanoseconds) }
  }

  /// A sender has waited for a window.
  func noteWait(_ party: HTTPParty, on stream: UInt64?, from start: Int64, to end: Int64) {
    each(stream) { exchange in
      guard let message = exchange[party], message.last == nil else { return }
      exchange[party]?.windowWait += max(0, end &- max(start, message.first.timestamp.nanoseconds))
    }
  }

  private func each(_ stream: UInt64?, _ body: (OpenExchange) -> Void) {
    guard let stream else {
      for stream in streams.values { body(stream.exchange) }
      return
    }
    if let stream = streams[stream] { body(stream.exchange) }
  }

  /// Frames of an end are missing, perhaps of any message that is not over.
  func loseFrames(_ party: HTTPParty) {
    for stream in streams.keys { loseFrames(party, stream) }
  }

  /// Frames of an end are missing on a stream.
  func loseFrames(_ party: HTTPParty, _ stream: UInt64) {
    guard let exchange = streams[stream]?.exchange, exchange[party]?.last == nil else { return }
    exchange[party]?.fields.flaws.insert(.missingFrames)
  }

  /// A frame belongs to a message's length.
  func count(_ bytes: Int, _ party: HTTPParty, _ number: UInt64) {
    guard var stream = streams[number] else { return }
    stream.frameBytes[party.index] += Int64(bytes)
    streams[number] = stream
    guard let range = stream.exchange[party]?.range else { return }
    stream.exchange[party]?.range = range.lowerBound..<range.lowerBound + stream.frameBytes[party.index]
  }

  /// Ends an exchange and hands it over.
  func finish(_ number: UInt64, _ outcome: HTTPOutcome, _ now: PacketMark, _ log: HTTPLog) {
    guard let exchange = streams.removeValue(forKey: number)?.exchange else { return }
    for party in [HTTPParty.client, .server] where exchange[party] != nil && exchange[party]?.last == nil {
      exchange.endWait(party, now.timestamp.nanoseconds)
      exchange.finish(party, isWhole: false, log)
    }
    if outcome != .complete, let goaway, goaway.isError || number >= goaway.firstRefused {
      exchange.record.goaway = (goaway.party, goaway.code)
    }
    exchange.finishMessages()
    exchange.record.security?.loss = origin.security?.loss
    if let clientEnd, outcome.isClientsDoing { exchange.takeBackLateResponse(clientEnd.packet) }
    exchange.record.outcome = outcome
    if outcome != .complete, outcome != .lost { noteGivenUp(number) }
    // An exchange that is complete may be known as such only when the connection ends.
    let last = [exchange.record.request?.last, exchange.record.response?.last].compactMap(\.self)
    exchange.record.ended = outcome == .complete ? last.max { $0.number < $1.number } ?? now : now
    exchange.uncount(in: &heldBytes)
    log.retire(exchange.record)
  }

  private func make(_ number: UInt64, _ log: HTTPLog) -> OpenExchange {
    let repeated = forgotten.removeValue(forKey: number)
    if repeated != nil { log.heldBytes += OpenExchange.cost }
    var record = HTTPExchange(
      number: repeated ?? log.issue(), stream: origin.identity.stream, client: origin.identity[clientSide],
      server: origin.identity[clientSide.other], clientSide: clientSide)
    count += 1
    record.place = count
    record.authority = origin.authority
    record.proxied = origin.proxied
    record.transport = origin.transport
    record.streamID = number
    let exchange = OpenExchange(record, log)
    learn(exchange)
    return exchange
  }

  private func learn(_ exchange: OpenExchange) {
    exchange.record.opened = origin.opened
    exchange.record.connected = origin.connected
    exchange.record.security = origin.security
  }

  /// More is known of the handshake, which may go on while requests do.
  func learnOrigin() {
    for stream in streams.values { learn(stream.exchange) }
  }

  private func noteGivenUp(_ stream: UInt64) {
    guard givenUp.insert(stream).inserted else { return }
    givenUpOrder.append(stream)
    if givenUpOrder.count > Self.mostGivenUp, let oldest = givenUpOrder.popFirst() { givenUp.remove(oldest) }
  }

  /// What was said does not count, and the client will say it again.
  func forgetAll(_ log: HTTPLog) {
    for (stream, state) in streams {
      log.heldBytes -= OpenExchange.cost
      state.exchange.uncount(in: &heldBytes)
      forgotten[stream] = state.exchange.record.number
    }
    count -= streams.count
    streams = [:]
    (givenUp, givenUpOrder) = ([], [])
  }
}

// What the frames of a stream say.
extension MultiplexedExchanges {
  /// A stream's request, or that of a push, which the server says.
  func begin(_ fields: borrowing HPACKFieldBlock, _ place: Place, as number: UInt64, isPushed: Bool, _ log: HTTPLog) {
    guard !givenUp.contains(number) else { return }
    let head = FieldSectionHead(fields, majorVersion: majorVersion, keepsText: log.keepsDetail)
    let line = HTTPStartLine(method: head.method ?? "?", target: head.target ?? "*", majorVersion: majorVersion)
    // Streams of QUIC wait for nobody: the answer may have been read first, or a request may follow what was taken for one.
    if streams[number]?.exchange.record.request != nil { finish(number, .lost, now, log) }
    let known = streams[number]
    let exchange = known?.exchange ?? make(number, log)
    var message = HTTPMessage(line, from: place.range.lowerBound, first: packet(place))
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
    var stream = known ?? Stream(exchange: exchange)
    if !isPushed { stream.frameBytes[place.party.index] = Int64(place.range.count) }
    streams[number] = stream
    noteSource(place, as: .client, exchange)
    exchange.recount(in: &heldBytes)
  }

  /// A 1xx response.
  func answerInterim(_ status: Int, _ stream: UInt64) {
    guard let exchange = streams[stream]?.exchange else { return }
    exchange.record.interim.append(status)
    if exchange.record.interim.count > 16 { exchange.record.interim.removeFirst() }
  }

  /// A stream's final response.
  func answer(_ fields: borrowing HPACKFieldBlock, _ place: Place, _ log: HTTPLog) {
    guard !givenUp.contains(place.stream) else { return }
    let head = FieldSectionHead(fields, majorVersion: majorVersion, keepsText: log.keepsDetail)
    if streams[place.stream] == nil { streams[place.stream] = Stream(exchange: make(place.stream, log)) }
    guard var stream = streams[place.stream] else { return }
    let exchange = stream.exchange
    stream.frameBytes[place.party.index] = Int64(place.range.count)
    streams[place.stream] = stream
    var message = HTTPMessage(
      HTTPStartLine(status: fields.status ?? 0, majorVersion: majorVersion), from: place.range.lowerBound,
      first: packet(place))
    message.range = place.range
    exchange.record.response = message
    if exchange.keepsDetail { exchange.record.detail?.responseHead = head.text }
    exchange.begin(.server, head.fields, log.options)
    takeStatus(fields, exchange)
    if exchange.record.isWebSocket, fields.status.map({ 200..<300 ~= $0 }) ?? false { exchange.beginWebSocket() }
    noteSource(place, as: .server, exchange)
    exchange.recount(in: &heldBytes)
  }

  /// Fields after a body, or of which it is not known what they are.
  func takeTrailers(_ fields: borrowing HPACKFieldBlock, _ place: Place) {
    guard let exchange = streams[place.stream]?.exchange else { return }
    takeStatus(fields, exchange)
    noteSource(place, as: place.party, exchange)
  }

  /// A field section cannot be shown; it may have been the head.
  func loseHead(_ place: Place, _ log: HTTPLog) {
    if let exchange = streams[place.stream]?.exchange {
      exchange[place.party]?.miss(Int64(place.range.count))
    } else if place.party == .client, !givenUp.contains(place.stream) {
      streams[place.stream] = Stream(exchange: make(place.stream, log))
    }
  }

  /// A field section is not read, because it is not what we take; it may be that of trailers.
  func refuseHead(_ fault: HTTPFault, _ party: HTTPParty, _ stream: UInt64, _ log: HTTPLog) {
    guard stream != 0, !givenUp.contains(stream) else { return }
    if streams[stream] == nil { streams[stream] = Stream(exchange: make(stream, log)) }
    finish(stream, .malformed(fault), now, log)
  }

  /// Some of a body.
  func take(_ data: Span<UInt8>, _ place: Place, _ log: HTTPLog) {
    guard let exchange = streams[place.stream]?.exchange else { return }
    exchange[place.party]?.bodyLength &+= Int64(data.count)
    if let webSocket = exchange.webSocket {
      webSocket.read(data, from: place.party, now, room: log.bodyRoom)
    } else if let body = exchange.body(place.party) {
      body.messages?.now = now
      body.take(data, room: log.bodyRoom, &log.pool)
    }
    noteSource(place, as: place.party, exchange)
    exchange.recount(in: &heldBytes)
  }

  /// Bytes of a body are missing.
  func miss(_ count: Int64, _ party: HTTPParty, _ stream: UInt64) {
    guard let exchange = streams[stream]?.exchange else { return }
    exchange[party]?.miss(count)
    exchange[party]?.bodyLength &+= count
    exchange.webSocket?.miss(count, from: party, now, room: 0)
    exchange.body(party)?.messages?.miss(count)
  }

  /// An end has said all of its message.
  /// - Parameter offset: where its bytes end in what its sender has sent on the connection.
  func end(_ party: HTTPParty, _ stream: UInt64, at offset: Int64, _ log: HTTPLog) {
    guard let exchange = streams[stream]?.exchange else { return }
    if exchange[party]?.last == nil { exchange[party]?.last = now }
    exchange.endWait(party, now.timestamp.nanoseconds)
    if let message = exchange[party], message.fields.flaws.contains(.missingFrames),
      case .bytes(let length) = message.fields.contentLength, exchange.record.request?.method != "HEAD"
    {
      exchange[party]?.miss(max(0, Int64(clamping: length) - message.bodyLength))
    }
    exchange.finish(party, isWhole: true, log)
    exchange.recount(in: &heldBytes)
    guard exchange.isResponseOver, exchange.isRequestOver || exchange.record.request == nil else { return }
    if let clientEnd, party == .server, !clientEnd.covers(offset) {
      exchange.hold(since: now, until: offset)
    } else if exchange.held == nil {
      finish(stream, .complete, now, log)
    }
  }

  /// An end gives up a stream; `code` is the name of its reason.
  func reset(_ party: HTTPParty, _ code: String, _ stream: UInt64, _ log: HTTPLog) {
    guard let exchange = streams[stream]?.exchange else { return }
    if exchange.isResponseOver {
      if exchange.held == nil { finish(stream, .complete, now, log) }
      return
    }
    exchange.record.streamError = code
    finish(stream, party == .client ? .abandoned : .reset(by: .server), now, log)
  }

  /// A client goes no further with a request of which the server wants no more.
  func giveUpRequest(_ stream: UInt64, _ log: HTTPLog) {
    guard let exchange = streams[stream]?.exchange, exchange.record.request?.last == nil else { return }
    exchange.record.request?.last = now
    exchange.finish(.client, isWhole: false, log)
    exchange.recount(in: &heldBytes)
    if exchange.isResponseOver { finish(stream, .complete, now, log) }
  }

  /// The exchange of a push has another stream now: the one that answers it.
  func move(_ number: UInt64, to stream: UInt64) {
    guard let moved = streams.removeValue(forKey: number) else { return }
    moved.exchange.record.streamID = stream
    streams[stream] = moved
  }

  /// How a call of gRPC ended, as trailers say, or the head of a response without messages.
  private func takeStatus(_ fields: borrowing HPACKFieldBlock, _ exchange: OpenExchange) {
    guard exchange.record.call != nil, let code = fields.value(named: "grpc-status") else { return }
    let message = fields.value(named: "grpc-message") ?? []
    exchange.record.call?.status = GRPCStatus(status: code.span, message: message.span)
  }

  private func packet(_ place: Place) -> PacketMark {
    place.trail.entry(at: place.range.lowerBound)?.packet ?? now
  }

  private func noteSource(_ place: Place, as party: HTTPParty, _ exchange: OpenExchange) {
    guard exchange.isWanted, let count = exchange.record.detail?.sources.count, count < HTTPDetail.sourceLimit else {
      return
    }
    var offset = place.range.lowerBound
    while offset < place.range.upperBound, let entry = place.trail.entry(at: offset) {
      let end = max(offset + 1, min(place.range.upperBound, entry.range.upperBound))
      exchange.record.detail?.sources.append(
        HTTPDetail.Source(party: party, range: offset..<end, packet: entry.packet))
      offset = end
    }
  }
}

// The end of a connection of TCP.
extension MultiplexedExchanges {
  /// True while exchanges depend on what a client that has ended still acknowledges.
  var awaitsAcknowledgments: Bool { clientEnd != nil && !streams.isEmpty }

  /// The client sends no more; it may have gone altogether.
  func endClient(_ log: HTTPLog) {
    guard clientEnd == nil else { return }
    clientEnd = ClientEnd(now)
    for stream in streams.values where !stream.exchange.isResponseOver {
      stream.exchange.noteReached(stream.exchange.record.response, log)
    }
  }

  /// The client has acknowledged the server's bytes up to an offset.
  /// - Parameter read: how far these have been read.
  func acknowledge(upTo offset: Int64, read: Int64, _ log: HTTPLog) {
    guard clientEnd?.acknowledge(upTo: offset) ?? false else { return }
    for (stream, exchange) in ordered {
      if let held = exchange.held {
        if held.end <= offset { finish(stream, .complete, held.since, log) }
      } else if read <= offset, !exchange.isResponseOver {
        exchange.noteReached(exchange.record.response, log)
      }
    }
  }

  /// A side has reset the connection.
  /// - Parameter lastFromServer: the last packet with something of the server's.
  func resetAll(by party: HTTPParty, lastFromServer: PacketMark?, _ log: HTTPLog) {
    for (stream, exchange) in ordered {
      if exchange.isResponseOver, exchange.held == nil {
        finish(stream, .complete, now, log)
      } else if let clientEnd,
        party == .client ? !clientEnd.isReading : lastFromServer?.number ?? 0 < clientEnd.packet.number
      {
        finish(stream, .abandoned, clientEnd.packet, log)
      } else {
        finish(stream, .reset(by: party), now, log)
      }
    }
  }

  /// Nothing more will come.
  /// - Parameter outcome: how an exchange ends whose response is not whole, or not known to be received.
  func closeAll(_ closure: FlowClosure, _ log: HTTPLog, _ outcome: (OpenExchange) -> HTTPOutcome) {
    for (stream, exchange) in ordered {
      if let held = exchange.held {
        // Where both sides have ended, only a RST can still tell that the client did not receive the response.
        guard closure != .finished else { continue }
        finish(stream, haveBothEnded ? .complete : outcome(exchange), held.since, log)
      } else {
        finish(stream, outcome(exchange), clientEnd?.packet ?? now, log)
      }
    }
    if closure == .finished { haveBothEnded = true }
  }
}

extension HTTPParty {
  /// 0 for the client.
  fileprivate var index: Int { self == .client ? 0 : 1 }
}

extension HPACKFieldBlock {
  /// The value of the first field of a name that is known.
  fileprivate func value(named name: String) -> [UInt8]? {
    fields.first { $0.isNameKnown && $0.isValueKnown && hasName($0, name) }.map { Array(bytes[$0.value]) }
  }
}
