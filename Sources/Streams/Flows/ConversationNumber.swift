import Wire

/// The number of a TCP conversation, as Wireshark counts in `tcp.stream`: each new pair of ends has the next number, and so has a SYN
/// whose sequence number is not the first one of its side on these ends.
///
/// It depends on nothing else. So a number names the same packets wherever packets are numbered, although what a conversation is to its
/// ends depends on what they accept.
struct ConversationNumber {
  private(set) var value: Int
  /// The first sequence number of the lower end of the key and of the upper one, once it was seen.
  private var bases = Pair<UInt32?>(nil, nil)

  /// - Parameter begun: how many numbers were given so far.
  init(_ begun: inout Int) {
    value = begun
    begun += 1
  }

  /// Takes the next segment between the two ends.
  mutating func take(_ segment: TCPSegment, isFromLower: Bool, _ begun: inout Int) {
    let index = isFromLower ? 0 : 1
    let isSYN = segment.flags.contains(.syn)
    guard let base = bases[index] else {
      return bases[index] = isSYN ? segment.sequence : segment.sequence &- 1
    }
    guard isSYN, base != segment.sequence else { return }
    if !segment.flags.contains(.ack) { self = ConversationNumber(&begun) }
    bases[index] = segment.sequence
  }
}
