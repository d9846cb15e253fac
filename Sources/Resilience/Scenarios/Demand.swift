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
