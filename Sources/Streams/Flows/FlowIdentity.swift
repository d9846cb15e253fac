package import Wire

/// Which conversation it is.
package struct FlowIdentity {
  /// The number of the conversation in the capture from 0, as Wireshark's `tcp.stream`
  /// has it for the first packet.
  package var stream: Int
  /// The end that sent the first packet seen.
  package var first: Endpoint
  package var second: Endpoint

  package init(stream: Int, first: Endpoint, second: Endpoint) {
    self.stream = stream
    self.first = first
    self.second = second
  }

  package subscript(side: FlowSide) -> Endpoint { side == .first ? first : second }
}
