import Wire

/// A TCP conversation, as the table knows it.
struct Flow {
  var key: FlowKey
  /// The number of the conversation when it began.
  let stream: Int
  /// The number that Wireshark gives the packets at hand.
  var number: ConversationNumber
  /// Whether the end that sent first is the lower one of the key.
  var isFirstLower: Bool
  /// Who opened it, if that was seen.
  var initiator: FlowSide?
  /// Whether a FIN or RST was seen, so that a SYN must be a new conversation.
  var isEnding = false
  /// By side: true once a packet of it was seen.
  private(set) var hasSpoken = Pair(false, false)
  /// The first SYN, and whether the third packet of the handshake was seen.
  var opened: PacketMark?
  var isConnected = false
  /// Neighbours in the order of use, as slots; -1 for none.
  var older: Int32 = -1
  var newer: Int32 = -1
  /// What the rules of the analysis know, by side.
  private var sequences = (TCPSequenceState(), TCPSequenceState())
  private var handshake = HandshakeClock()

  init(key: FlowKey, number: ConversationNumber, isFirstLower: Bool) {
    self.key = key
    self.number = number
    stream = number.value
    self.isFirstLower = isFirstLower
  }
}

extension Flow {
  /// Notes that a side has sent a packet.
  mutating func speak(_ side: FlowSide) { hasSpoken[Int(side.rawValue)] = true }

  /// Whether the last segment of a side said that it takes nothing.
  func hasZeroWindow(_ side: FlowSide) -> Bool {
    (side == .first ? sequences.0 : sequences.1).lastFindings.contains(.zeroWindow)
  }

  /// Applies Wireshark's rules to the next segment.
  mutating func analyze(_ segment: TCPSegment, from side: FlowSide, _ packet: PacketMark) -> TCPFindings {
    let time = packet.timestamp.nanoseconds
    let rules = TCPSequenceRules(
      sequence: segment.sequence, acknowledgment: segment.acknowledgment, flags: segment.flags,
      window: segment.window, length: UInt32(truncatingIfNeeded: segment.length), packet: packet.number, time: time,
      initialRoundTrip: handshake.initialRoundTrip)
    if side == .second { swap(&sequences.0, &sequences.1) }
    if segment.flags.contains(.syn) {
      let isAnswer = segment.flags.contains(.ack)
      if !isAnswer, sequences.0.next != 0 { sequences.0.beginAgain() }
      sequences.0.learnWindowShift(segment.windowShift, isAnswer: isAnswer, &sequences.1)
    }
    let findings = rules.apply(&sequences.0, &sequences.1).findings
    if side == .second { swap(&sequences.0, &sequences.1) }
    handshake.take(segment.flags, at: time)
    return findings
  }
}
