import Wire

/// A TCP conversation, as the table knows it.
struct Flow {
  var key: FlowKey
  /// The number of the conversation in the capture from 0, as Wireshark's `tcp.stream`.
  var stream: Int
  /// Whether the end that sent first is the lower one of the key.
  var isFirstLower: Bool
  /// Who opened it, if that was seen.
  var initiator: FlowSide?
  /// Whether a FIN or RST was seen, so that a SYN must be a new conversation.
  var isEnding = false
  /// When the SYN went by, and the time from it to the third packet of the handshake, in nanoseconds.
  var opened: PacketMark?
  var initialRoundTrip: Int64?
  /// Neighbours in the order of use, as slots; -1 for none.
  var older: Int32 = -1
  var newer: Int32 = -1
}
