/// What a scenario can demand of a client. Times are in nanoseconds.
public enum Demand: Sendable, Hashable {
  /// It ends with a status other than 0, because it did not get what it asked for.
  case fail
  /// It ends with status 0, and with the whole body if it was given a file for it.
  case succeed
  /// It ends with status 0 only if it has the whole body, byte for byte.
  case succeedOnlyIfWhole
  /// It ends by its deadline, with a tolerance of a tenth.
  case giveUpByDeadline
  /// It ends within this time from its start.
  case endWithin(Int64)
  /// It ends within this time after it was told to cancel, and does not report success.
  case endAfterCancel(within: Int64)
  /// It opens no TCP connection at all.
  case openNothing
  /// It opens no connection and sends no DNS query after its deadline.
  case startNothingAfterDeadline
  /// It opens no connection, and sends no DNS query and no request, after it was told to cancel.
  case startNothingAfterCancel
  /// It closes each established connection, with FIN or RST, by its deadline.
  case closeByDeadline
  /// It closes each established connection, with FIN or RST, within this time after it was told to cancel.
  case closeAfterCancel(within: Int64)
  /// It sends the same request no more than this many times.
  case sendAtMost(requests: Int)
  /// It opens no more than this many connections. Retransmissions of a SYN are not counted.
  case connectAtMost(times: Int)
  /// It queries a name no more than this many times for each record type.
  case queryEachNameAtMost(times: Int)
  /// It sends a SYN over IPv4 within this time after its first SYN over IPv6.
  case fallBackToIPv4(within: Int64)
  /// At least this time passes between two requests.
  case waitBetweenRequests(atLeast: Int64)
  /// The pauses between requests grow, or vary randomly. They are neither regular nor negligible.
  case backOff
  /// It ends within this time from its start, or the pauses between its connections grow.
  case endWithinOrBackOff(Int64)
  /// It sends no request: no HTTP and, with TLS, no application data.
  case sendNoRequest
  /// It sends each request on a new connection.
  case useNewConnections
  /// It sends no request on a connection that the server has closed.
  case sendNoneOnClosed
  /// It sends no request on a connection on which a response has not ended.
  case awaitResponse
  /// It does not ask for 100 Continue again where the server has refused that with 417.
  case dropExpectation
  /// It sends the rest of an interrupted upload from the offset on that it has asked the server for.
  case resumeFromOffset
  /// It sends no body to a host that it was not asked to send one to.
  case sendBodyNowhereElse
  /// It asks for a new access token no more than this many times.
  case refreshAtMost(times: Int)
  /// It sends copies of a request with the same Idempotency-Key.
  case keepIdempotencyKey
  /// It sends requests that are not copies of each other with different Idempotency-Keys.
  case useFreshIdempotencyKeys
  /// It closes the slower one of two attempts within this time after the other was answered.
  case closeLoser(within: Int64)
  /// It stops sending a body within this many bytes after the response has arrived.
  case stopSending(within: Int)
  /// It sends the whole body of its request.
  case sendWholeBody
  /// It gets final responses to at least this many requests.
  case getResponses(atLeast: Int)
  /// It gets a final response within this time from its start.
  case getResponse(within: Int64)
  /// It prints something at least this often while a body arrives.
  case showProgress(every: Int64)
  /// The percentages that it prints never decrease.
  case neverDecreaseProgress
  /// Its output contains one of these words; case does not matter.
  case print([String])
  /// It sends a TLS alert that tells the server why it aborts the handshake.
  case sendAlert
  /// It sends no data after its deadline. FIN and RST are allowed.
  case sendNothingAfterDeadline
  /// It sends the body of its request within this time after the head.
  case sendBody(within: Int64)
  /// It sends no more than this many requests in total.
  case sendInTotal(atMost: Int)
  /// It does not retry simultaneous requests after the same wait. The waits differ by at least this time.
  case spreadRetries(over: Int64)
  /// It leaves no part of an incomplete body in the file that it was given.
  case leaveNoPartialBody
  /// It ends with a status other than 0 within this time from its start, or it succeeds.
  case failAtOnceOrSucceed(within: Int64)
  /// If it opens fewer connections than there are simultaneous requests, it reports that requests waited for a
  /// connection.
  case reportFullPool
  /// After its first packet of QUIC it gets a response over TCP within this time.
  case fallBackToTCP(within: Int64)
  /// It gets a response over HTTP/3.
  case useHTTP3
  /// It sends no request over HTTP/3.
  case sendNothingOverHTTP3
  /// It opens no stream of HTTP/2 or HTTP/3 on a connection on which it got a GOAWAY.
  case openNoStreamAfterGoaway
  /// It sends no request again whose method is not idempotent.
  case repeatOnlyIdempotent
  /// It sends no more than this of a body.
  case sendOfBodyAtMost(bytes: Int)
  /// It has no more than this many streams open at a time on a connection of HTTP/2, once it knows the server's settings.
  case keepToStreams(count: Int)
  /// It takes no more than this from the server on a connection.
  case takeAtMost(bytes: Int)
  /// It opens no connection but to the proxy.
  case connectOnlyToProxy
  /// It opens no connection to the proxy.
  case avoidProxy
  /// It asks for the addresses of no name but the proxy's.
  case queryOnlyProxy
  /// It sends these header fields to the proxy, and not to the servers behind it.
  case sendOnlyToProxy([String])
  /// None of its processes has more memory than this at a time.
  case useMemory(atMost: Int)
  /// If it asks for the rest of a response that has a strong entity tag, it asks under the condition that the tag is still the same.
  case resumeUnderCondition
  /// It sends no weak entity tag in If-Range.
  case sendNoWeakIfRange
  /// It repeats a request after 307 and 308 with its method and its body.
  case keepMethodAndBody
  /// It follows 303 with GET or HEAD, and without a body.
  case changeToGet
  /// It sends no request without TLS.
  case sendNothingInTheClear
  /// It sends these header fields only to the hosts that it was asked to make requests to.
  case sendOnlyToOwnHost([String])
  /// It sends these header fields only inside TLS.
  case sendOnlyOverTLS([String])
  /// Its last request to the host that set one of these cookies has it.
  case sendCookieBack([String])
  /// It sends as many requests as it was asked for.
  case sendEachRequest
  /// It connects to no address whose time to live has been over for more than a second, and which it has not asked for again.
  case keepToTimeToLive
  /// It answers each ping of a WebSocket with a pong that has the same bytes.
  case answerPings
  /// It answers the close frame of a server within this time with one of its own.
  case answerClose(within: Int64)
  /// It closes a WebSocket of its own accord, with this code.
  case closeWith(code: Int)
  /// It sends a close frame, closes a connection, asks for another, or ends, within this time after the last data of the server.
  case noticeSilence(within: Int64)
  /// It asks for an event stream again, with one of these as Last-Event-ID.
  case resumeFrom(ids: [String])
  /// Each of its gRPC calls says how long it waits, which is no longer than its deadline allows.
  case sendTimeout
  /// The files that it was given contain whole messages only, in the order in which they came, each with a line feed.
  case writeOnlyWhole
  /// It ends without a crash, and without being ended because it ran far too long.
  case exitCleanly
  /// No process that it has started continues after it has ended.
  case leaveNoProcess

  /// Whether it can be judged by how the process ended alone, whatever happened on the wire.
  var isAboutProcess: Bool {
    switch self {
    case .fail, .succeed, .succeedOnlyIfWhole, .giveUpByDeadline, .exitCleanly: true
    default: false
    }
  }

  /// The demand as a phrase that follows MUST or SHOULD.
  public var words: String {
    DemandPhrase.words(of: self)
  }
}
