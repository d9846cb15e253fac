internal import LinkConditions

/// The phrases for demands in scenario files and reports, one for each demand.
///
/// A phrase is a fixed text with at most one quantity, which `#` stands for.
struct DemandPhrase: Sendable {
  enum Value: Sendable {
    case none(Demand)
    case count(@Sendable (Int) -> Demand)
    case time(@Sendable (Int64) -> Demand)
    case size(@Sendable (Int) -> Demand)
    /// Words that are separated by "or".
    case words(@Sendable ([String]) -> Demand)
  }

  let text: String
  let value: Value

  static let all: [DemandPhrase] = [
    DemandPhrase(text: "fail", value: .none(.fail)),
    DemandPhrase(text: "succeed", value: .none(.succeed)),
    DemandPhrase(text: "succeed only with the whole body", value: .none(.succeedOnlyIfWhole)),
    DemandPhrase(text: "give up by the deadline", value: .none(.giveUpByDeadline)),
    DemandPhrase(text: "end within #", value: .time { .endWithin($0) }),
    DemandPhrase(text: "end within # of the cancel", value: .time { .endAfterCancel(within: $0) }),
    DemandPhrase(text: "open no connection", value: .none(.openNothing)),
    DemandPhrase(text: "start nothing after the deadline", value: .none(.startNothingAfterDeadline)),
    DemandPhrase(text: "start nothing after the cancel", value: .none(.startNothingAfterCancel)),
    DemandPhrase(text: "close connections by the deadline", value: .none(.closeByDeadline)),
    DemandPhrase(text: "close connections within # of the cancel", value: .time { .closeAfterCancel(within: $0) }),
    DemandPhrase(text: "send the request at most # times", value: .count { .sendAtMost(requests: $0) }),
    DemandPhrase(text: "connect at most # times", value: .count { .connectAtMost(times: $0) }),
    DemandPhrase(text: "query each name at most # times", value: .count { .queryEachNameAtMost(times: $0) }),
    DemandPhrase(text: "fall back to IPv4 within #", value: .time { .fallBackToIPv4(within: $0) }),
    DemandPhrase(text: "wait at least # between requests", value: .time { .waitBetweenRequests(atLeast: $0) }),
    DemandPhrase(text: "back off between requests", value: .none(.backOff)),
    DemandPhrase(text: "send no request", value: .none(.sendNoRequest)),
    DemandPhrase(text: "use a new connection for each request", value: .none(.useNewConnections)),
    DemandPhrase(text: "send no request on a closed connection", value: .none(.sendNoneOnClosed)),
    DemandPhrase(text: "reuse no connection with an unread response", value: .none(.awaitResponse)),
    DemandPhrase(text: "drop the expectation after 417", value: .none(.dropExpectation)),
    DemandPhrase(text: "resume from the offset that the server tells", value: .none(.resumeFromOffset)),
    DemandPhrase(text: "send no body to another host", value: .none(.sendBodyNowhereElse)),
    DemandPhrase(text: "refresh the token at most # times", value: .count { .refreshAtMost(times: $0) }),
    DemandPhrase(text: "keep the Idempotency-Key over retries", value: .none(.keepIdempotencyKey)),
    DemandPhrase(text: "use another Idempotency-Key for each request", value: .none(.useFreshIdempotencyKeys)),
    DemandPhrase(text: "close the loser within #", value: .time { .closeLoser(within: $0) }),
    DemandPhrase(text: "stop sending within # of the response", value: .size { .stopSending(within: $0) }),
    DemandPhrase(text: "send the whole body", value: .none(.sendWholeBody)),
    DemandPhrase(text: "get at least # responses", value: .count { .getResponses(atLeast: $0) }),
    DemandPhrase(text: "show progress every #", value: .time { .showProgress(every: $0) }),
    DemandPhrase(text: "never print decreasing progress", value: .none(.neverDecreaseProgress)),
    DemandPhrase(text: "print #", value: .words { .print($0) }),
    DemandPhrase(text: "send an alert", value: .none(.sendAlert)),
    DemandPhrase(text: "send nothing after the deadline", value: .none(.sendNothingAfterDeadline)),
    DemandPhrase(text: "send the body within # of the head", value: .time { .sendBody(within: $0) }),
    DemandPhrase(text: "send at most # requests in total", value: .count { .sendInTotal(atMost: $0) }),
    DemandPhrase(text: "spread retries over #", value: .time { .spreadRetries(over: $0) }),
    DemandPhrase(text: "leave no partial body behind", value: .none(.leaveNoPartialBody)),
    DemandPhrase(text: "fail within # or succeed", value: .time { .failAtOnceOrSucceed(within: $0) }),
    DemandPhrase(text: "report a full connection pool", value: .none(.reportFullPool)),
    DemandPhrase(text: "end within # or back off", value: .time { .endWithinOrBackOff($0) }),
    DemandPhrase(text: "get a response within #", value: .time { .getResponse(within: $0) }),
    DemandPhrase(text: "fall back to TCP within #", value: .time { .fallBackToTCP(within: $0) }),
    DemandPhrase(text: "get a response over HTTP/3", value: .none(.useHTTP3)),
    DemandPhrase(text: "send no request over HTTP/3", value: .none(.sendNothingOverHTTP3)),
    DemandPhrase(text: "open no stream after GOAWAY", value: .none(.openNoStreamAfterGoaway)),
    DemandPhrase(text: "repeat only idempotent requests", value: .none(.repeatOnlyIdempotent)),
    DemandPhrase(text: "send at most # of the body", value: .size { .sendOfBodyAtMost(bytes: $0) }),
    DemandPhrase(text: "have at most # streams open", value: .count { .keepToStreams(count: $0) }),
    DemandPhrase(text: "take at most # from the server", value: .size { .takeAtMost(bytes: $0) }),
    DemandPhrase(text: "connect only to the proxy", value: .none(.connectOnlyToProxy)),
    DemandPhrase(text: "open no connection to the proxy", value: .none(.avoidProxy)),
    DemandPhrase(text: "query only the name of the proxy", value: .none(.queryOnlyProxy)),
    DemandPhrase(text: "send # only to the proxy", value: .words { .sendOnlyToProxy($0) }),
    DemandPhrase(text: "use at most # of memory", value: .size { .useMemory(atMost: $0) }),
    DemandPhrase(text: "resume only under a condition", value: .none(.resumeUnderCondition)),
    DemandPhrase(text: "send no weak tag in If-Range", value: .none(.sendNoWeakIfRange)),
    DemandPhrase(text: "keep the method and the body", value: .none(.keepMethodAndBody)),
    DemandPhrase(text: "change to GET after the redirect", value: .none(.changeToGet)),
    DemandPhrase(text: "send no request in the clear", value: .none(.sendNothingInTheClear)),
    DemandPhrase(text: "send # only to its own host", value: .words { .sendOnlyToOwnHost($0) }),
    DemandPhrase(text: "send # only over TLS", value: .words { .sendOnlyOverTLS($0) }),
    DemandPhrase(text: "send cookie # back", value: .words { .sendCookieBack($0) }),
    DemandPhrase(text: "send each request", value: .none(.sendEachRequest)),
    DemandPhrase(text: "use addresses only within their TTL", value: .none(.keepToTimeToLive)),
    DemandPhrase(text: "answer pings", value: .none(.answerPings)),
    DemandPhrase(text: "answer the close within #", value: .time { .answerClose(within: $0) }),
    DemandPhrase(text: "close with code #", value: .count { .closeWith(code: $0) }),
    DemandPhrase(text: "notice the silence within #", value: .time { .noticeSilence(within: $0) }),
    DemandPhrase(text: "resume from event #", value: .words { .resumeFrom(ids: $0) }),
    DemandPhrase(text: "send grpc-timeout", value: .none(.sendTimeout)),
    DemandPhrase(text: "write only whole messages", value: .none(.writeOnlyWhole)),
    DemandPhrase(text: "exit without crashing or hanging", value: .none(.exitCleanly)),
    DemandPhrase(text: "leave no process behind", value: .none(.leaveNoProcess)),
  ]

  /// Earlier phrases of the same demands, which suite files may still contain.
  private static let former: [DemandPhrase] = [
    DemandPhrase(text: "ask each name at most # times", value: .count { .queryEachNameAtMost(times: $0) }),
    DemandPhrase(text: "back off from one request to the next", value: .none(.backOff)),
    DemandPhrase(text: "never count progress back", value: .none(.neverDecreaseProgress)),
    DemandPhrase(text: "say #", value: .words { .print($0) }),
    DemandPhrase(text: "send at most # requests in all", value: .count { .sendInTotal(atMost: $0) }),
    DemandPhrase(text: "leave no part of the body behind", value: .none(.leaveNoPartialBody)),
    DemandPhrase(text: "tell a full pool from a slow server", value: .none(.reportFullPool)),
    DemandPhrase(text: "end by itself", value: .none(.exitCleanly)),
  ]

  /// Reads a phrase.
  /// - Throws: the error, as a phrase that follows the text.
  static func demand(in text: String) throws(Quantity.Problem) -> Demand {
    let words = text.split(separator: " ").joined(separator: " ")
    for phrase in all + former {
      guard let quantity = phrase.quantity(in: words) else { continue }
      switch phrase.value {
      case .none(let demand): return demand
      case .count(let demand):
        guard let count = Int(quantity), (0...1_000_000).contains(count) else {
          throw Quantity.Problem(words: "lacks the number that '\(phrase.text)' needs")
        }
        return demand(count)
      case .time(let demand): return demand(Int64(clamping: try QuantityKind.duration.value(of: quantity)))
      case .words(let demand):
        let choices = quantity.split(separator: " or ", omittingEmptySubsequences: false).map { String($0) }
        guard !choices.contains("") else { throw Quantity.Problem(words: "has an 'or' without words on one side") }
        return demand(choices)
      case .size(let demand): return demand(Int(clamping: try QuantityKind.size.value(of: quantity)))
      }
    }
    let near = Nearest.to(String(words.prefix(60)), among: all.map(\.text))
    throw Quantity.Problem(words: "is not a known expectation\(near.map { "; did you mean '\($0)'?" } ?? "")")
  }

  /// The part of a text that `#` stands for. Empty for a phrase without `#`, and nil if the text does not match.
  private func quantity(in words: String) -> String? {
    let parts = text.split(separator: "#", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return words == text ? "" : nil }
    guard words.count > text.count - 1, words.hasPrefix(parts[0]), words.hasSuffix(parts[1]) else { return nil }
    let quantity = String(words.dropFirst(parts[0].count).dropLast(parts[1].count))
    // "end within 1 s of the cancel" begins like "end within #".
    if case .words = value { return quantity }
    return quantity.split(separator: " ").count <= 2 ? quantity : nil
  }

  static func words(of demand: Demand) -> String {
    switch demand {
    case .fail: "fail"
    case .succeed: "succeed"
    case .succeedOnlyIfWhole: "succeed only with the whole body"
    case .giveUpByDeadline: "give up by the deadline (+10 %)"
    case .endWithin(let time): "end within \(Seconds.text(time))"
    case .endAfterCancel(let time): "end within \(Seconds.text(time)) of the cancel"
    case .openNothing: "open no connection"
    case .startNothingAfterDeadline: "start nothing after the deadline"
    case .startNothingAfterCancel: "start nothing after the cancel"
    case .closeByDeadline: "close connections by the deadline"
    case .closeAfterCancel(let time): "close connections within \(Seconds.text(time)) of the cancel"
    case .sendAtMost(let count): "send the request at most \(times(count))"
    case .connectAtMost(let count): "connect at most \(times(count))"
    case .queryEachNameAtMost(let count): "query each name at most \(times(count))"
    case .fallBackToIPv4(let time): "fall back to IPv4 within \(Seconds.text(time))"
    case .waitBetweenRequests(let time): "wait at least \(Seconds.text(time)) between requests"
    case .backOff: "back off between requests"
    case .sendNoRequest: "send no request"
    case .useNewConnections: "use a new connection for each request"
    case .sendNoneOnClosed: "send no request on a closed connection"
    case .awaitResponse: "reuse no connection with an unread response"
    case .dropExpectation: "drop the expectation after 417"
    case .resumeFromOffset: "resume from the offset that the server tells"
    case .sendBodyNowhereElse: "send no body to another host"
    case .refreshAtMost(let count): "refresh the token at most \(times(count))"
    case .keepIdempotencyKey: "keep the Idempotency-Key over retries"
    case .useFreshIdempotencyKeys: "use another Idempotency-Key for each request"
    case .closeLoser(let time): "close the loser within \(Seconds.text(time))"
    case .stopSending(let bytes): "stop sending within \(bytes) bytes of the response"
    case .sendWholeBody: "send the whole body"
    case .getResponses(let count): "get at least \(count) \(count == 1 ? "response" : "responses")"
    case .showProgress(let time): "show progress every \(Seconds.text(time))"
    case .neverDecreaseProgress: "never print decreasing progress"
    case .print(let words): "print \(words.joined(separator: " or "))"
    case .sendAlert: "send an alert"
    case .sendNothingAfterDeadline: "send nothing after the deadline"
    case .sendBody(let time): "send the body within \(Seconds.text(time)) of the head"
    case .sendInTotal(let count): "send at most \(count) requests in total"
    case .spreadRetries(let time): "spread retries over \(Seconds.text(time))"
    case .leaveNoPartialBody: "leave no partial body behind"
    case .failAtOnceOrSucceed(let time): "fail within \(Seconds.text(time)) or succeed"
    case .reportFullPool: "report a full connection pool"
    case .endWithinOrBackOff(let time): "end within \(Seconds.text(time)) or back off"
    case .getResponse(let time): "get a response within \(Seconds.text(time))"
    case .fallBackToTCP(let time): "fall back to TCP within \(Seconds.text(time))"
    case .useHTTP3: "get a response over HTTP/3"
    case .sendNothingOverHTTP3: "send no request over HTTP/3"
    case .openNoStreamAfterGoaway: "open no stream after GOAWAY"
    case .repeatOnlyIdempotent: "repeat only idempotent requests"
    case .sendOfBodyAtMost(let bytes): "send at most \(bytes) bytes of the body"
    case .keepToStreams(let count): "have at most \(count) streams open"
    case .takeAtMost(let bytes): "take at most \(bytes) bytes from the server"
    case .connectOnlyToProxy: "connect only to the proxy"
    case .avoidProxy: "open no connection to the proxy"
    case .queryOnlyProxy: "query only the name of the proxy"
    case .sendOnlyToProxy(let fields): "send \(fields.joined(separator: " or ")) only to the proxy"
    case .useMemory(let bytes): "use at most \(bytes / 1_000_000) MB of memory"
    case .resumeUnderCondition: "resume only under a condition"
    case .sendNoWeakIfRange: "send no weak tag in If-Range"
    case .keepMethodAndBody: "keep the method and the body"
    case .changeToGet: "change to GET after the redirect"
    case .sendNothingInTheClear: "send no request in the clear"
    case .sendOnlyToOwnHost(let fields): "send \(fields.joined(separator: " or ")) only to its own host"
    case .sendOnlyOverTLS(let fields): "send \(fields.joined(separator: " or ")) only over TLS"
    case .sendCookieBack(let names): "send cookie \(names.joined(separator: " or ")) back"
    case .sendEachRequest: "send each request"
    case .keepToTimeToLive: "use addresses only within their TTL"
    case .answerPings: "answer pings"
    case .answerClose(let time): "answer the close within \(Seconds.text(time))"
    case .closeWith(let code): "close with code \(code)"
    case .noticeSilence(let time): "notice the silence within \(Seconds.text(time))"
    case .resumeFrom(let ids): "resume from event \(ids.joined(separator: " or "))"
    case .sendTimeout: "send grpc-timeout"
    case .writeOnlyWhole: "write only whole messages"
    case .exitCleanly: "exit without crashing or hanging"
    case .leaveNoProcess: "leave no process behind"
    }
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}
