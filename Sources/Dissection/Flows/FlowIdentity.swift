import Wire

/// Which conversation it is.
struct FlowIdentity {
  /// The number of the conversation in the capture from 0, as Wireshark's `tcp.stream`.
  var stream: Int
  /// The end that sent the first packet seen.
  var first: Endpoint
  var second: Endpoint

  subscript(side: FlowSide) -> Endpoint { side == .first ? first : second }
}
