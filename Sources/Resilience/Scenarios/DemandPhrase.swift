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
    case .exitCleanly: "exit without crashing or hanging"
    case .leaveNoProcess: "leave no process behind"
    }
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}
