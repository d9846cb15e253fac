/// What a scenario can ask of a client. Times are nanoseconds.
public enum Demand: Sendable, Hashable {
  /// It ends with a status other than 0, because it did not get what it asked for.
  case fail
  /// It ends with status 0, and with the whole body where it was given a file for it.
  case succeed
  /// It ends with status 0 only if it has the whole body, byte for byte.
  case succeedOnlyIfWhole
  /// It ends by its deadline, with a tenth of it as tolerance.
  case giveUpByDeadline
  /// It ends within a time from its start.
  case endWithin(Int64)
  /// It ends within a time from being told to cancel, and does not say that it succeeded.
  case endAfterCancel(within: Int64)
  /// It opens no TCP connection at all.
  case openNothing
  /// It opens no connection and asks no name after its deadline.
  case startNothingAfterDeadline
  /// It opens no connection, asks no name and sends no request after it was told to cancel.
  case startNothingAfterCancel
  /// It ends each connection that was established, with FIN or RST, by its deadline.
  case closeByDeadline
  /// It ends each connection that was established, with FIN or RST, within a time from being told to cancel.
  case closeAfterCancel(within: Int64)
  /// It sends no more copies of a request than this.
  case sendAtMost(requests: Int)
  /// It opens no more connections than this; retransmissions of a SYN are not counted.
  case connectAtMost(times: Int)
  /// It asks for a name no more often than this, by each type of record.
  case askEachNameAtMost(times: Int)
  /// It sends a SYN over IPv4 within a time from its first over IPv6.
  case fallBackToIPv4(within: Int64)
  /// From one request to the next there is at least this time.
  case waitBetweenRequests(atLeast: Int64)
  /// The times from one request to the next grow, or differ at random: neither regular nor all too short to be felt.
  case backOff
  /// It ends within a time from its start, or the times from one connection to the next grow.
  case endWithinOrBackOff(Int64)
  /// It sends no request: no HTTP, and within TLS no application data.
  case sendNoRequest
  /// Each request is on a connection of its own.
  case useNewConnections
  /// It stops sending a body within so many bytes from the response's arrival.
  case stopSending(within: Int)
  /// It sends the whole body of its request.
  case sendWholeBody
  /// It gets the final responses to at least so many requests.
  case getResponses(atLeast: Int)
  /// It gets a final response to a request within a time from its start.
  case getResponse(within: Int64)
  /// It writes something at least so often while a body arrives.
  case showProgress(every: Int64)
  /// The percentages that it writes never become smaller.
  case neverGoBack
  /// What it writes has one of these words in it, in small or capital letters.
  case say([String])
  /// It tells the server by an alert why it does not go on with TLS.
  case sendAlert
  /// It sends no data after its deadline; FIN and RST are none.
  case sendNothingAfterDeadline
  /// It sends the body of its request within a time from the head.
  case sendBody(within: Int64)
  /// It sends no more requests than this, whatever they ask for.
  case sendInAll(atMost: Int)
  /// Requests that were made at once are not all repeated after the same wait: the waits differ by at least this time.
  case spreadRetries(over: Int64)
  /// It leaves nothing in the file that it was given for a body that it did not get to its end.
  case leaveNoPart
  /// It ends with a status other than 0 within a time from its start, or it succeeds.
  case failAtOnceOrSucceed(within: Int64)
  /// Where it opens fewer connections than it is asked for requests at once, it says that it waited for one.
  case tellFullPool
  /// It ends without a crash, and without being ended because its time is long over.
  case endByItself
  /// Nothing that it has started goes on when it has ended.
  case leaveNoProcess

  /// In words that follow MUST or SHOULD.
  public var words: String {
    DemandPhrase.words(of: self)
  }
}
