import Streams
import Wire

// How a conversation ends, and what that means for the exchanges in it.

extension HTTPConversation {
  /// A side has said FIN.
  func end(of side: FlowSide, _ now: PacketMark, _ log: HTTPLog) {
    if let successor { return successor.end(of: side, now, log) }
    guard !isOver else { return }
    if side != client { refuseResponse(now, log) }
    let ending = parsers[Int(side.rawValue)].finish()
    guard client != nil else { return }
    let party = party(side)
    switch ending {
    case .complete:
      if origin.security != nil, !origin.hasCloseNotify[Int(side.rawValue)], party == .server {
        answering?.record.response?.fields.flaws.insert(.endWithoutCloseNotify)
      }
      end(side, now, log)
    case .cutShort:
      if let current = party == .client ? requesting : answering {
        finish(current, current.outcome(cutShortBy: party, clientEnd?.packet), now, log)
      }
    case .betweenMessages: break
    }
    if party == .client {
      endClient(now, log)
    } else {
      for exchange in open where !exchange.isResponseOver {
        if missesResponse(of: exchange) {
          finish(exchange, .lost, now, log)
        } else if let clientEnd {
          finish(exchange, .abandoned, clientEnd.packet, log)
        } else {
          finish(exchange, .unanswered, now, log)
        }
      }
    }
  }

  /// True if the response to a request may be among bytes that are missing.
  private func missesResponse(of exchange: OpenExchange) -> Bool {
    exchange.record.response == nil && pairing.mayMissResponses && unseenResponse(of: exchange) != nil
  }

  /// A side has said RST.
  func reset(by side: FlowSide, _ now: PacketMark, _ log: HTTPLog) {
    if let successor { return successor.reset(by: side, now, log) }
    isOver = true
    guard client != nil else { return }
    refuseResponse(now, log)
    for exchange in open {
      if missesResponse(of: exchange) {
        finish(exchange, .lost, now, log)
      } else if exchange.isResponseOver, exchange.held == nil {
        finish(exchange, .complete, now, log)
      } else if let clientEnd, party(side) == .client ? !clientEnd.isReading : hasLeft(exchange, clientEnd.packet) {
        finish(exchange, .abandoned, clientEnd.packet, log)
      } else {
        finish(exchange, .reset(by: party(side)), now, log)
      }
    }
  }

  /// The client sends no more; it may have gone altogether.
  private func endClient(_ now: PacketMark, _ log: HTTPLog) {
    guard clientEnd == nil else { return }
    clientEnd = ClientEnd(now)
    for exchange in open where !exchange.isResponseOver { noteReached(exchange, log) }
  }

  private func noteReached(_ exchange: OpenExchange, _ log: HTTPLog) {
    var response = exchange.record.response
    if exchange === answering, let client, let start = response?.range.lowerBound {
      let parser = parsers[Int(client.other.rawValue)]
      response?.range = start..<max(start, parser.offset)
      if parser.isInHead { response?.fields = parser.fields }
    }
    exchange.noteReached(response, log)
  }

  var awaitsAcknowledgments: Bool { successor?.awaitsAcknowledgments ?? (clientEnd != nil && !open.isEmpty) }

  /// A side has acknowledged what the other sent up to an offset.
  func acknowledge(_ side: FlowSide, upTo offset: Int64, _ log: HTTPLog) {
    if let successor { return successor.acknowledge(side, upTo: offset, log) }
    guard side == client, clientEnd?.acknowledge(upTo: offset) ?? false else { return }
    for exchange in open {
      guard let held = exchange.held, held.end <= offset else { continue }
      finish(exchange, .complete, held.since, log)
    }
    if let answering, parsers[Int(side.other.rawValue)].offset <= offset { noteReached(answering, log) }
  }

  /// Whether the client had given up when the server sent a RST: it closed after its request, and the server has not gone on answering
  /// since. A client that says together with its request that no more will come waits for the answer.
  private func hasLeft(_ exchange: OpenExchange, _ clientEnded: PacketMark) -> Bool {
    guard let sent = exchange.record.request?.last else { return true }
    return sent.number < clientEnded.number && lastFromServer?.number ?? 0 < clientEnded.number
  }

  /// Nothing more will come.
  func close(_ closure: FlowClosure, _ now: PacketMark, _ log: HTTPLog) {
    if let successor { return successor.close(closure, now, log) }
    isOver = true
    refuseResponse(now, log)
    for exchange in open {
      if let held = exchange.held {
        // Where both sides have ended, only a RST can still tell that the client did not receive the response.
        guard closure != .finished else { continue }
        finish(exchange, haveBothEnded ? .complete : outcome(of: exchange, closure), held.since, log)
      } else {
        finish(exchange, outcome(of: exchange, closure), clientEnd?.packet ?? now, log)
      }
    }
    if closure == .finished { haveBothEnded = true }
  }

  /// The exchanges that are not over, with what would be said of them if nothing more came.
  var standing: [HTTPExchange] {
    (successor?.standing ?? [])
      + open.map { $0.standing(outcome(of: $0, .endOfCapture), clientEnd?.packet) }
  }

  /// How an exchange ends if nothing more comes.
  private func outcome(of exchange: OpenExchange, _ closure: FlowClosure) -> HTTPOutcome {
    exchange.outcome(closure, clientEnd: clientEnd, missesResponses: missesResponse(of: exchange))
  }

  /// Something about a packet: it concerns what is going on, or else what comes next.
  func note(_ finding: TCPFinding) {
    if let successor { return successor.note(finding) }
    if open.isEmpty {
      if early.count < HTTPExchange.findingLimit { early.append(finding) }
    } else {
      for exchange in open { exchange.add(finding) }
    }
  }
}

extension OpenExchange {
  /// What it means that a message ends in the middle: a server that stops after the client has closed is not to blame,
  /// and a request that was answered early need not be finished.
  fileprivate func outcome(cutShortBy party: HTTPParty, _ clientEnded: PacketMark?) -> HTTPOutcome {
    if party == .client, isResponseOver { return .complete }
    return party == .server && clientEnded != nil ? .abandoned : .cutShort(by: party)
  }
}
