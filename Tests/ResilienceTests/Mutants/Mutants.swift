@testable import Resilience

/// Which mutation of `client.py` breaks which demand.
///
/// A demand that no client can break guards nothing, so each one has a mutant: the good client with one bug. The compiler requires a
/// mutation for each kind of demand, and `MutantTests` shows that it breaks this demand in every scenario that makes it.
enum Mutants {
  /// The mutation that breaks a demand of a scenario.
  static func mutation(breaking demand: Demand, of scenario: String) -> String {
    special[scenario]?[demand.phrase] ?? usual(demand)
  }

  private static func usual(_ demand: Demand) -> String {
    switch demand {
    case .fail: "claim-success"
    case .succeed: "claim-failure"
    case .succeedOnlyIfWhole: "damage-body"
    case .giveUpByDeadline: "report-late"
    case .endWithin: "dawdle"
    case .endAfterCancel: "cancel-slowly"
    case .openNothing: "guess-address"
    case .startNothingAfterDeadline: "work-after-deadline"
    case .startNothingAfterCancel: "work-after-cancel"
    case .closeByDeadline: "leak-connections"
    case .closeAfterCancel: "leak-connections-after-cancel"
    case .sendAtMost: "repeat-requests"
    case .connectAtMost: "reconnect"
    case .queryEachNameAtMost: "ask-often"
    case .fallBackToIPv4: "wait-for-ipv6"
    case .waitBetweenRequests: "ignore-retry-after"
    case .backOff: "retry-regularly"
    case .endWithinOrBackOff: "hurry"
    case .sendNoRequest: "verify-after-request"
    case .useNewConnections: "reuse-broken"
    case .stopSending: "send-to-the-end"
    case .sendWholeBody: "cut-upload"
    case .getResponses: "claim-failure"
    case .getResponse: "one-at-a-time"
    case .showProgress: "show-no-progress"
    case .neverDecreaseProgress: "count-backwards"
    case .print: "say-nothing"
    case .sendAlert: "refuse-without-alert"
    case .sendNothingAfterDeadline: "send-after-deadline"
    case .sendBody: "insist-on-continue"
    case .sendInTotal: "repeat-requests"
    case .spreadRetries: "retry-in-step"
    case .leaveNoPartialBody: "leave-partial-body"
    case .failAtOnceOrSucceed: "wait-then-fail"
    case .reportFullPool: "say-nothing"
    case .exitCleanly: "crash"
    case .leaveNoProcess: "leave-process"
    }
  }

  /// Where the bug that a scenario is there to find is another one.
  private static let special: [String: [String: String]] = [
    "body.pause": ["succeed": "impatient-body"],
    "body.close-delimited": ["succeed": "insist-on-length"],
    "body.truncated-length": ["fail": "accept-short-body"],
    "body.truncated-gzip": ["fail": "accept-cut-gzip"],
    "body.truncated-chunked": ["fail": "accept-short-body"],
    "body.broken-chunk": ["fail": "accept-broken-chunk"],
    "body.close-delimited-rst": ["fail": "accept-reset"],
    "body.rst": ["fail": "accept-reset"],
    "body.halfclose": ["fail": "accept-short-body"],
    "dns.recovery": ["get at least 1 response": "cache-dns-failure"],
    "dns.slow": ["succeed": "impatient-dns"],
    "head.informational": ["succeed": "take-interim-for-final"],
    "link.bandwidth-drop": ["succeed": "damage-body"],
    "link.duplicate": ["succeed": "damage-body"],
    "link.reorder": ["succeed": "damage-body"],
    "redirect.loop": ["send the request at most": "follow-for-ever"],
    "report.exit": ["fail": "ignore-status"],
    "report.exit-one": ["fail": "forget-failures"],
    "retry.503": ["send the request at most": "retry-too-often"],
    "tls.alert": ["send no request": "fall-back-to-plain-http"],
    "tls.body-rst": ["fail": "accept-reset"],
    "tls.close-delimited": ["succeed": "insist-on-length"],
    "tls.good": ["succeed": "trust-nobody"],
    "tls.plain": ["send no request": "fall-back-to-plain-http"],
    "tls.truncated": ["fail": "accept-cut-tls"],
  ]

  /// Whether something else falls with a mutation; the comments say why.
  static func alsoBreaks(_ phrase: String, by mutation: String) -> Bool {
    switch mutation {
    // The process that does it outlives the client.
    case "work-after-deadline", "leak-connections", "send-after-deadline": phrase == "leave no process behind"
    // A client that reports after its deadline does not report earlier.
    case "report-late": phrase.hasPrefix("end within ")
    // Certificates are refused by an alert in the handshake, and this client completes the handshake.
    case "verify-after-request": phrase == "send an alert"
    // Connections that are closed before the handshake end without an alert.
    case "reconnect": phrase == "send an alert"
    // What is taken for the whole body gets the name of a whole body.
    case "accept-reset": phrase == "leave no partial body behind"
    // A damaged body is no success.
    case "damage-body": phrase.hasPrefix("fail within ")
    // The client ends before it has sent the request, or before its ClientHello.
    case "impatient-dns": phrase == "inconclusive"
    default: false
    }
  }
}

extension Demand {
  /// Its words, without a number of times.
  var phrase: String {
    if case .sendAtMost = self { "send the request at most" } else { words }
  }
}
