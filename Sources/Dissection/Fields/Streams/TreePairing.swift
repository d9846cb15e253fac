import Streams
import Wire

/// For trees, whose streams do not wait for each other: which request a response is for where parts of a conversation are not in the capture: what each side had acknowledged
/// when it sent something tells what it knew.
///
/// Otherwise responses answer requests in their order (RFC 9112 section 9.3.2), whatever is acknowledged.
struct TreePairing {
  /// A request that waits for its response.
  struct Request {
    /// Where it begins in the client's stream.
    var start: Int64
    /// Up to where the client had acknowledged the server's stream when it sent the request.
    var acknowledged: Int64
  }

  /// By side: whether bytes are missing that may have been a message.
  private var misses = Pair(false, false)

  /// Bytes of a side are missing, or went by before the capture began.
  mutating func miss(_ side: FlowSide) { misses[Int(side.rawValue)] = true }

  func mayMiss(_ side: FlowSide) -> Bool { misses[Int(side.rawValue)] }

  /// How many of the requests that wait, oldest first, have had their responses in bytes that are missing before `start`.
  mutating func answered(_ waiting: [Request], before start: Int64, by server: FlowSide) -> Int {
    guard misses[Int(server.rawValue)] else { return 0 }
    misses[Int(server.rawValue)] = false
    var count = 0
    // The client sent the next request after it had more of the server's stream, so that this one was answered.
    while count + 1 < waiting.count, waiting[count + 1].acknowledged > waiting[count].acknowledged,
      waiting[count + 1].acknowledged <= start
    {
      count += 1
    }
    return count
  }

  /// Whether the server can have seen a request when it sent something with this acknowledgment.
  func isKnown(_ request: Request, acknowledged: Int64, by server: FlowSide) -> Bool {
    !misses[Int(server.other.rawValue)] || acknowledged > request.start
  }
}
