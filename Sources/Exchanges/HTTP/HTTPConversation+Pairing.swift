import Streams
import TextOutput
import Wire

// Which response is for which request, and when an exchange is over.

extension HTTPConversation {
  func beginRequest(_ message: HTTPMessage, _ piece: StreamPiece, _ log: HTTPLog) {
    forgetSources(before: message.range.lowerBound, of: piece.side)
    // A response that was seen before its request, because packets were captured in another order.
    let isCertain = !pairing.isPipelined || !pairing.mayMissRequest(before: message.range.lowerBound)
    if orphans > 0, isCertain,
      let orphan = open.first(where: {
        $0.record.request == nil && $0.acknowledgedAtResponse > message.range.lowerBound
      })
    {
      orphans -= 1
      orphan.record.request = message
      requesting = orphan
      return
    }
    if let last = open.last(where: { $0.record.request != nil && !$0.isResponseOver }),
      last === answering || piece.acknowledged <= last.acknowledgedAtRequest
    {
      pairing.isPipelined = true
    }
    settle(piece, log)
    let answers = Int(piece.side.other.rawValue)
    // What is left of a response that could not be read has been received.
    if piece.acknowledged == parsers[answers].offset { parsers[answers].expectMessage() }
    let exchange = make(log)
    exchange.record.request = message
    exchange.acknowledgedAtRequest = piece.acknowledged
    for finding in early where finding.count == 0 || finding.offset + finding.count > message.range.lowerBound {
      exchange.add(finding)
    }
    early = []
    if open.count >= Self.openLimit { finish(open[0], .evicted, piece.now, log) }
    open.append(exchange)
    requesting = exchange
  }

  /// Gives up the requests that wait, if the client sends another one when it had their responses.
  private func settle(_ piece: StreamPiece, _ log: HTTPLog) {
    let served = parsers[Int(piece.side.other.rawValue)].offset
    guard pairing.isInDoubt, answering == nil, piece.acknowledged == served else { return }
    let waiting = open.filter { $0.record.response == nil && $0.record.request != nil }
    guard pairing.settles(waiting: waiting.count) else { return }
    for exchange in waiting { finish(exchange, .lost, piece.now, log) }
  }

  func beginResponse(_ message: HTTPMessage, _ piece: StreamPiece, _ log: HTTPLog) {
    // After a 1xx the same exchange goes on.
    if let answering {
      answering.record.response = message
      return
    }
    forgetSources(before: message.range.lowerBound, of: piece.side)
    parsers[Int(piece.side.rawValue)].refused = nil
    let waiting = open.filter { $0.record.response == nil && $0.record.request != nil }
    let seen = parsers[Int(piece.side.other.rawValue)].offset
    let answer = pairing.answer(
      waiting.map(\.request), start: message.range.lowerBound, acknowledged: piece.acknowledged, seen: seen)
    for exchange in waiting.prefix(answer.lost) { finish(exchange, .lost, piece.now, log) }
    let exchange: OpenExchange
    if answer.isPaired {
      exchange = waiting[answer.lost]
    } else {
      exchange = make(log)
      if let line = parsers[Int(piece.side.other.rawValue)].takeRefusal() {
        exchange.requestFault = .requestLine(HarmlessText.escaped(String(text: line.span)))
      }
      exchange.acknowledgedAtResponse = piece.acknowledged
      exchange.record.isUnsolicited = exchange.requestFault == nil && isUnsolicited(piece)
      orphans += 1
      open.insert(exchange, at: open.firstIndex { $0.record.response == nil } ?? open.count)
    }
    exchange.record.response = message
    answering = exchange
  }

  /// True if a response without a request is all there is: everything that the server has received of the client is in the capture.
  private func isUnsolicited(_ piece: StreamPiece) -> Bool {
    let client = parsers[Int(piece.side.other.rawValue)]
    return piece.isFromBeginning && !pairing.isUncertain && !client.isLost && piece.acknowledged <= client.offset
  }

  /// A message is whole.
  func end(_ side: FlowSide, _ now: PacketMark, _ log: HTTPLog) {
    let party = party(side)
    let index = Int(side.rawValue)
    guard let current = party == .client ? requesting : answering, let begin = current[party]?.range.lowerBound else {
      return
    }
    current[party]?.range = begin..<max(begin, parsers[index].offset)
    if party == .server, isInterim {
      current.record.interim.append(current.record.response?.status ?? 0)
      if current.record.interim.count > 16 { current.record.interim.removeFirst() }
      current.record.response = nil
      return
    }
    current[party]?.last = now
    current.finish(party, isWhole: true, log)
    if current.isWanted { keepSources(current, party, side) }
    current.recount(in: &exchangeBytes)
    if party == .client { requesting = nil } else { answering = nil }
    if current.isResponseOver, current.isRequestOver || isOrphanForGood(current) { complete(current, now, log) }
  }

  /// Both messages of an exchange are whole. If the client had ended by then, it is not known yet whether it has received the response.
  func complete(_ exchange: OpenExchange, _ now: PacketMark, _ log: HTTPLog) {
    // A response whose request is missing may be known as complete only later.
    let last = [exchange.record.request?.last, exchange.record.response?.last].compactMap(\.self)
    let now = last.max { $0.number < $1.number } ?? now
    guard let clientEnd, let end = exchange.record.response?.range.upperBound, !clientEnd.covers(end) else {
      return finish(exchange, .complete, now, log)
    }
    exchange.hold(since: now, until: end)
    if requesting === exchange { requesting = nil }
    if answering === exchange { answering = nil }
  }

  /// The capture cut the packet that holds a request: there will be no more of it, but it can be answered.
  func cutRequest(_ exchange: OpenExchange, _ piece: StreamPiece, _ log: HTTPLog) {
    guard let start = exchange.record.request?.range.lowerBound else { return }
    let parser = parsers[Int(piece.side.rawValue)]
    exchange.record.request?.range = start..<max(start, parser.offset)
    exchange.record.request?.fields = parser.fields
    exchange.isRequestCut = true
    exchange.finish(.client, isWhole: false, log)
    if exchange.isWanted { keepSources(exchange, .client, piece.side) }
    exchange.recount(in: &exchangeBytes)
    requesting = nil
    if exchange.isResponseOver { complete(exchange, piece.now, log) }
  }

  /// Takes an exchange out, which goes on as a stream of HTTP/2.
  func withdraw(_ exchange: OpenExchange) -> OpenExchange {
    exchange.record.interim.append(101)
    exchange.record.response = nil
    exchange.setBody(.server, nil)
    exchange.uncount(in: &exchangeBytes)
    open.removeAll { $0 === exchange }
    (requesting, answering) = (nil, nil)
    return exchange
  }

  /// Ends an exchange and hands it over.
  func finish(_ exchange: OpenExchange, _ outcome: HTTPOutcome, _ now: PacketMark, _ log: HTTPLog) {
    for side in [FlowSide.first, .second] {
      let party = party(side)
      guard let message = exchange[party], message.last == nil, party == .server || !exchange.isRequestCut else {
        continue
      }
      let reached = parsers[Int(side.rawValue)].offset
      let isCurrent = (party == .client ? requesting : answering) === exchange
      if isCurrent {
        exchange[party]?.range = message.range.lowerBound..<max(message.range.lowerBound, reached)
        exchange[party]?.fields = parsers[Int(side.rawValue)].fields
        if exchange.keepsDetail, parsers[Int(side.rawValue)].isInHead {
          keepHead(exchange, party, parsers[Int(side.rawValue)].head)
        }
      }
      exchange.finish(party, isWhole: false, log)
      if exchange.isWanted { keepSources(exchange, party, side) }
      if isCurrent, outcome != .complete { parsers[Int(side.rawValue)].lose() }
    }
    if let clientEnd, outcome.isClientsDoing { exchange.takeBackLateResponse(clientEnd.packet) }
    if outcome == .lost { exchange.record.unseenResponseBytes = unseenResponse(of: exchange) }
    exchange.record.outcome = outcome == .complete ? exchange.requestFault.map { .malformed($0) } ?? outcome : outcome
    exchange.record.security?.loss = origin.security?.loss
    exchange.record.ended = now
    if requesting === exchange { requesting = nil }
    if answering === exchange { answering = nil }
    // Mostly the first of perhaps a thousand.
    if let index = open.firstIndex(where: { $0 === exchange }) {
      open.remove(at: index)
      if exchange.record.request == nil { orphans -= 1 }
    }
    exchange.uncount(in: &exchangeBytes)
    log.retire(exchange.record)
  }

  /// Ends the exchange that waits for a response, if the server has said something that is none.
  func refuseResponse(_ now: PacketMark, _ log: HTTPLog) {
    guard let client, answering == nil,
      let exchange = open.first(where: { $0.record.request != nil && $0.record.response == nil })
    else { return }
    let index = Int(client.other.rawValue)
    guard let line = parsers[index].takeCertainRefusal() else { return }
    parsers[index].lose()
    finish(exchange, .malformed(.statusLine(HarmlessText.escaped(String(text: line.span)))), now, log)
  }

  /// The number of bytes that the client has acknowledged of the response to a request, of which nothing is in the capture; nil if there are none.
  func unseenResponse(of exchange: OpenExchange) -> Int64? {
    guard let client, exchange.record.request != nil, exchange.record.response == nil else { return nil }
    let next = pairing.isPipelined ? nil : open.drop { $0 !== exchange }.dropFirst().first { $0.record.request != nil }
    let end = next?.acknowledgedAtRequest ?? parsers[Int(client.other.rawValue)].offset
    let count = end - exchange.acknowledgedAtRequest
    return count > 0 && count < Self.unknownCount ? count : nil
  }

  /// The capture cut the head of an interim response: its exchange goes on with what comes next.
  func cutInterim(_ exchange: OpenExchange) {
    exchange.record.interim.append(exchange.record.response?.status ?? 0)
    exchange.record.response = nil
    answering = nil
    // The final response may be in what was cut.
    pairing.missResponse(isBeginning: false)
  }

  /// Whether the request of a response that has none cannot come any more.
  private func isOrphanForGood(_ exchange: OpenExchange) -> Bool {
    guard exchange.record.request == nil, let client else { return exchange.record.request == nil }
    return exchange.acknowledgedAtResponse <= parsers[Int(client.rawValue)].offset
  }

  /// Finishes the responses whose requests turned out to be missing.
  func releaseOrphans(_ now: PacketMark, _ log: HTTPLog) {
    guard orphans > 0 else { return }
    for exchange in open where exchange.isResponseOver && exchange.held == nil && isOrphanForGood(exchange) {
      complete(exchange, now, log)
    }
  }

  private func make(_ log: HTTPLog) -> OpenExchange {
    let side = client ?? .first
    var record = HTTPExchange(
      number: log.issue(), stream: origin.identity.stream, client: origin.identity[side],
      server: origin.identity[side.other],
      clientSide: side)
    count += 1
    record.place = count
    record.opened = origin.opened
    record.connected = origin.connected
    record.security = origin.security
    record.authority = origin.authority
    record.proxied = origin.proxied
    return OpenExchange(record, log)
  }

  /// Notes a head, or as much of it as came.
  func keepHead(_ exchange: OpenExchange, _ party: HTTPParty, _ head: [UInt8]) {
    if party == .client {
      exchange.record.detail?.requestHead = head
    } else {
      let start = exchange.record.detail?.responseHead.count ?? 0
      exchange.record.detail?.finalHeadStart = start
      exchange.record.detail?.responseHead += head
    }
    exchange.recount(in: &exchangeBytes)
  }

  /// Notes the packets that brought a message.
  private func keepSources(_ exchange: OpenExchange, _ party: HTTPParty, _ side: FlowSide) {
    guard let message = exchange[party] else { return }
    // The heads of 1xx responses are part of what the server sent.
    let range = message.range
    for var source in recent[Int(side.rawValue)]
    where source.range.upperBound <= range.upperBound || source.range.overlaps(range) {
      source.party = party
      exchange.record.detail?.sources.append(source)
    }
  }

  private func forgetSources(before offset: Int64, of side: FlowSide) {
    recent[Int(side.rawValue)].removeAll { $0.range.upperBound <= offset }
  }
}
