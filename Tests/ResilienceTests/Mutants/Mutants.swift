@testable import Resilience

/// Which mutation of `client.py`, or of a client that extends it, breaks which demand.
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
    case .sendNoneOnClosed: "use-closed"
    case .awaitResponse: "reuse-unread"
    case .dropExpectation: "insist-on-expectation"
    case .resumeFromOffset: "guess-offset"
    case .sendBodyNowhereElse: "follow-anywhere"
    case .refreshAtMost: "refresh-each-time"
    case .keepIdempotencyKey: "change-key"
    case .useFreshIdempotencyKeys: "share-key"
    case .closeLoser: "leave-loser"
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
    case .fallBackToTCP: "wait-for-quic"
    case .useHTTP3: "distrust-http3"
    case .sendNothingOverHTTP3: "trust-alternative"
    case .openNoStreamAfterGoaway: "reuse-after-goaway"
    case .repeatOnlyIdempotent: "retry-unsafe"
    case .sendOfBodyAtMost: "ignore-window"
    case .keepToStreams: "open-too-many"
    case .takeAtMost: "take-everything"
    case .connectOnlyToProxy: "go-around-proxy"
    case .avoidProxy: "ignore-no-proxy"
    case .queryOnlyProxy: "resolve-beside-proxy"
    case .sendOnlyToProxy: "leak-proxy-credentials"
    case .useMemory: "swallow-bomb"
    case .resumeUnderCondition: "resume-blindly"
    case .sendNoWeakIfRange: "weak-if-range"
    case .keepMethodAndBody: "turn-to-get"
    case .changeToGet: "repeat-post"
    case .sendNothingInTheClear: "follow-downgrade"
    case .sendCookieBack: "forget-redirect-cookies"
    case .sendEachRequest: "answer-from-cache"
    case .sendOnlyToOwnHost(let fields): fields == ["Cookie"] ? "send-cookies-everywhere" : "keep-authorization"
    case .sendOnlyOverTLS(let fields): fields == ["Cookie"] ? "forget-secure" : "keep-authorization"
    case .keepToTimeToLive: "keep-addresses"
    case .answerPings: "ignore-ping"
    case .answerClose: "ignore-close"
    case .closeWith: "close-with-another-code"
    case .noticeSilence: "never-ping"
    case .resumeFrom: "forget-event-id"
    case .sendTimeout: "send-no-timeout"
    case .writeOnlyWhole: "write-partial-messages"
    case .exitCleanly: "crash"
    case .leaveNoProcess: "leave-process"
    }
  }

  /// Where the bug that a scenario is there to find is another one.
  private static let special: [String: [String: String]] = [
    "auth.refresh-refused": ["send at most 10 requests in total": "refresh-for-ever"],
    "auth.refused-again": ["send at most 10 requests in total": "refresh-for-ever"],
    "auth.skew": ["refresh the token at most once": "trust-server-clock"],
    "auth.upload": ["send the whole body": "go-on-from-middle"],
    "body.pause": ["succeed": "impatient-body"],
    "body.close-delimited": ["succeed": "insist-on-length"],
    "body.truncated-length": ["fail": "accept-short-body"],
    "body.truncated-gzip": ["fail": "accept-cut-gzip"],
    "body.truncated-chunked": ["fail": "accept-short-body"],
    "body.broken-chunk": ["fail": "accept-broken-chunk"],
    "body.close-delimited-rst": ["fail": "accept-reset"],
    "body.rst": ["fail": "accept-reset"],
    "body.halfclose": ["fail": "accept-short-body"],
    "coding.br-corrupt": ["fail": "accept-corrupt-coding"],
    "coding.br-truncated": ["fail": "accept-cut-coding"],
    "coding.gzip-checksum": ["fail": "accept-corrupt-coding"],
    "coding.gzip-corrupt": ["fail": "accept-corrupt-coding"],
    "coding.gzip-members": ["succeed only with the whole body": "first-member-only"],
    "coding.two": ["succeed only with the whole body": "undo-one-coding"],
    "coding.unknown": ["fail": "accept-unknown-coding"],
    "coding.wrong-length": ["fail": "accept-short-body"],
    "coding.zstd-corrupt": ["fail": "accept-corrupt-coding"],
    "coding.zstd-truncated": ["fail": "accept-cut-coding"],
    "dns.a-silent": ["succeed": "wait-for-both-families", "get a response within 2.00 s": "settle-late"],
    "dns.aaaa-silent": ["succeed": "wait-for-both-families", "get a response within 2.00 s": "settle-late"],
    "dns.https-hint": ["succeed": "trust-hint"],
    "dns.many": ["succeed": "first-address-only", "get a response within 3.00 s": "wait-for-ipv6"],
    "dns.recovery-nxdomain": ["get at least 1 response": "cache-dns-failure"],
    "dns.search": ["open no connection": "guess-address"],
    "dns.recovery": ["get at least 1 response": "cache-dns-failure"],
    "dns.slow": ["succeed": "impatient-dns"],
    "head.informational": ["succeed": "take-interim-for-final"],
    "h2.coalescing": ["use a new connection for each request": "coalesce"],
    "h2.cut": ["fail": "accept-short-body"],
    "h2.early-response": ["succeed": "forget-early-response"],
    "h2.goaway-kept": ["succeed": "drop-after-goaway"],
    "h2.goaway-lost": ["succeed": "never-retry"],
    "h2.goaway-lost-post": ["succeed": "never-retry"],
    "h2.http11-required": ["succeed": "never-retry"],
    "h2.ping": ["succeed": "ignore-ping"],
    "h2.refused": ["succeed": "never-retry"],
    "h2.refused-always": ["send the request at most": "retry-too-often"],
    "h2.refused-post": ["succeed": "never-retry"],
    "h2.reset-body": ["fail": "accept-reset"],
    "h2.stalled-stream": ["get at least 3 responses": "wait-in-line"],
    "h2.wrong-length": ["fail": "accept-short-body"],
    "h3.abort": ["succeed only with the whole body": "accept-reset"],
    "h3.black-hole": ["succeed": "insist-on-http3"],
    "h3.dies": ["succeed": "insist-on-http3"],
    "h3.early-data-refused": ["succeed": "forget-early-request"],
    "h3.forgotten": ["succeed": "never-retry"],
    "h3.goaway-kept": ["succeed": "drop-after-goaway"],
    "h3.goaway-lost": ["succeed": "never-retry"],
    "h3.mtu": ["get a response over HTTP/3": "send-large-datagrams"],
    "h3.refused": ["succeed": "insist-on-http3"],
    "h3.rejected": ["succeed": "never-retry"],
    "h3.reset-body": ["succeed only with the whole body": "accept-reset"],
    "h3.retry": ["get a response over HTTP/3": "ignore-retry"],
    "h3.silent": ["succeed": "insist-on-http3"],
    "h3.versions": ["succeed": "insist-on-http3"],
    "h3.wrong-certificate": ["succeed": "insist-on-http3"],
    "grpc.http-503": ["fail": "ignore-status"],
    "grpc.http-503-status": ["fail": "ignore-status"],
    "grpc.no-trailers": ["fail": "accept-short-body"],
    "grpc.refused": ["succeed": "never-retry"],
    "grpc.truncated": ["fail": "accept-short-body"],
    "grpc.unavailable": ["succeed": "never-retry"],
    "grpc.unavailable-always": ["send the request at most": "retry-too-often"],
    "grpc.unknown-encoding": ["fail": "accept-compressed"],
    "link.bandwidth-drop": ["succeed": "damage-body"],
    "link.duplicate": ["succeed": "damage-body"],
    "link.reorder": ["succeed": "damage-body"],
    "cache.revalidated": ["succeed": "lose-cached-body"],
    "cache.must-revalidate": ["fail": "serve-stale"],
    "cache.stale-if-error": ["succeed": "never-serve-stale"],
    "cache.unasked-304": ["fail": "accept-304"],
    "cache.partial": ["leave no partial body behind": "store-partial"],
    "range.changed": ["succeed only with the whole body": "splice-versions"],
    "range.ignored": ["succeed only with the whole body": "append-whole"],
    "range.other-part": ["succeed only with the whole body": "ignore-content-range"],
    "range.unsatisfiable": ["succeed only with the whole body": "take-416-for-done"],
    "range.weak": ["succeed only with the whole body": "splice-versions"],
    "portal.captive": ["fail": "save-login-page"],
    "portal.page": ["fail": "save-login-page"],
    "redirect.loop": ["send the request at most": "follow-for-ever"],
    "report.exit": ["fail": "ignore-status"],
    "report.exit-one": ["fail": "forget-failures"],
    "retry.503": ["send the request at most": "retry-too-often"],
    "retry.amplification": ["send at most 100 requests in total": "no-budget"],
    "retry.budget": ["send at most 40 requests in total": "no-budget"],
    "retry.hedge": ["send the request at most": "hedge-often"],
    "retry.limited-skew": ["wait at least 1.90 s between requests": "trust-own-clock"],
    "retry.limited-until": ["wait at least 1.90 s between requests": "read-only-seconds"],
    "retry.slow-post": ["repeat only idempotent requests": "hedge-unsafe"],
    "sse.comments": ["succeed": "deliver-comments"],
    "sse.cut": ["succeed": "never-retry"],
    "sse.cut-line": ["succeed": "never-retry"],
    "sse.no-content": ["send the request at most": "ignore-no-content"],
    "sse.retry": ["succeed": "never-retry"],
    "sse.split": ["succeed": "decode-pieces"],
    "sse.unavailable": ["send the request at most": "retry-too-often"],
    "sse.wrong-type": ["fail": "accept-any-type"],
    "tls.alert": ["send no request": "fall-back-to-plain-http"],
    "tls.body-rst": ["fail": "accept-reset"],
    "tls.close-delimited": ["succeed": "insist-on-length"],
    "tls.good": ["succeed": "trust-nobody"],
    "tls.plain": ["send no request": "fall-back-to-plain-http"],
    "tls.truncated": ["fail": "accept-cut-tls"],
    "upload.interim": ["succeed": "take-interim-for-final"],
    "upload.refused": [
      "get at least 2 responses": "reuse-broken", "send at most 64000 bytes of the body": "send-to-the-end",
    ],
    "ws.cut": ["fail": "accept-cut"],
    "ws.interleaved": ["succeed": "deliver-fragments"],
    "ws.invalid-utf8": ["close with code 1007": "replace-bytes"],
    "ws.masked": ["close with code 1002": "accept-masked"],
    "ws.restart": ["succeed": "never-retry"],
    "ws.slow-upgrade": ["succeed": "impatient-upgrade"],
    "ws.tls": ["succeed": "deliver-fragments"],
    "ws.try-again": ["send the request at most": "retry-too-often"],
    "ws.unsolicited-pong": ["succeed": "refuse-pong"],
    "ws.wrong-accept": ["fail": "accept-any-key"],
  ]

  /// Whether something else falls with a mutation; the comments say why.
  static func alsoBreaks(_ phrase: String, by mutation: String) -> Bool {
    switch mutation {
    // The process that does it outlives the client.
    case "work-after-deadline", "leak-connections", "send-after-deadline": phrase == "leave no process behind"
    // A client that reports after its deadline does not report earlier, and its end may be all that shows that it noticed something.
    case "report-late":
      phrase.hasPrefix("end within ") || phrase.hasPrefix("fail within ") || phrase.hasPrefix("notice the silence ")
    // Certificates are refused by an alert in the handshake, and this client completes the handshake.
    case "verify-after-request": phrase == "send an alert"
    // Connections that are closed before the handshake end without an alert.
    case "reconnect": phrase == "send an alert"
    // What is taken for the whole body gets the name of a whole body.
    case "accept-reset": phrase == "leave no partial body behind"
    // A damaged body is no success.
    case "damage-body": phrase.hasPrefix("fail within ") || phrase == "succeed"
    // The proxy answers 502 where the server would answer.
    case "ignore-no-proxy": phrase == "succeed"
    // Who does not ask the server again has no second response.
    case "answer-from-cache": phrase == "succeed"
    // Other versions come to whoever names no condition.
    case "splice-versions": phrase == "resume only under a condition"
    // What was appended is no success.
    case "append-whole", "first-member-only": phrase == "succeed"
    // Who gets no answer at all does not get one in time.
    case "wait-for-both-families", "first-address-only": phrase.hasPrefix("get a response within ")
    // Who does not try TCP does not get anything over it.
    case "insist-on-http3": phrase.hasPrefix("fall back to TCP ")
    // The server does not answer there.
    case "reuse-after-goaway", "reuse-broken", "use-closed": phrase == "succeed"
    // The server still refuses the expectation.
    case "insist-on-expectation": phrase == "succeed"
    // Only the first of several has a refresh token that is still good.
    case "refresh-each-time": phrase == "succeed" || phrase.hasPrefix("send the request at most ")
    case "refresh-for-ever": phrase.hasPrefix("refresh the token ")
    // The server goes on only after the answer.
    case "ignore-ping": phrase == "succeed"
    // An output with half a message is not the messages that came.
    case "write-partial-messages": phrase == "succeed"
    // Who takes a failed call for a good one has nothing to say about it.
    case "ignore-status": phrase.hasPrefix("print ")
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
