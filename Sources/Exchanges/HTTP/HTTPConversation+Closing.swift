import Streams
import Wire

// How a conversation ends, and what that means for the exchanges in it.

extension HTTPConversation {
  /// A side has said FIN.
  func end(of side: FlowSide, _ now: PacketMark, _ log: HTTPLog) {
    if let successor { return successor.end(of: side, now, log) }
    guard !isOver else { return }
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
        finish(current, current.outcome(cutShortBy: party, clientEnded), now, log)
      }
    case .betweenMessages: break
    }
    if party == .client {
      clientEnded = clientEnded ?? now
    } else {
      for exchange in open where !exchange.isResponseOver {
        if let clientEnded {
          finish(exchange, .abandoned, clientEnded, log)
        } else {
          finish(exchange, missesResponses ? .lost : .unanswered, now, log)
        }
      }
    }
  }

  /// Whether responses may be among bytes that are missing.
  private var missesResponses: Bool { client != nil && pairing.mayMissResponses }

  /// A side has said RST.
  func reset(by side: FlowSide, _ now: PacketMark, _ log: HTTPLog) {
    if let successor { return successor.reset(by: side, now, log) }
    guard !isOver else { return }
    isOver = true
    guard client != nil else { return }
    for exchange in open {
      if exchange.isResponseOver {
        finish(exchange, .complete, now, log)
      } else if let clientEnded, party(side) == .client || hasLeft(exchange, clientEnded) {
        finish(exchange, .abandoned, clientEnded, log)
      } else {
        finish(exchange, .reset(by: party(side)), now, log)
      }
    }
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
    for exchange in open { finish(exchange, outcome(of: exchange, closure), clientEnded ?? now, log) }
  }

  /// The exchanges that are not over, with what would be said of them if nothing more came.
  var standing: [HTTPExchange] {
    (successor?.standing ?? [])
      + open.map { $0.standing(outcome(of: $0, .endOfCapture), clientEnded) }
  }

  /// How an exchange ends if nothing more comes.
  private func outcome(of exchange: OpenExchange, _ closure: FlowClosure) -> HTTPOutcome {
    exchange.outcome(closure, hasClientEnded: clientEnded != nil, missesResponses: missesResponses)
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
