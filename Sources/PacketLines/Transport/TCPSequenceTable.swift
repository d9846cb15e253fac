import Wire

/// The first sequence numbers of each TCP conversation, from which the others are counted.
///
/// Bounded: it keeps the conversations seen most recently, up to twice `generation`; one that was forgotten begins anew.
struct TCPSequenceTable: Sendable {
  /// A conversation, named so that both directions give the same: the end with the lower port first, with equal ports
  /// that with the lower address.
  struct Conversation: Hashable, Sendable {
    var source: IPAddress
    var destination: IPAddress
    var ports: UInt32
    /// Whether the packet goes from the second end to the first.
    var isReversed: Bool

    init(source: IPAddress, sourcePort: UInt16, destination: IPAddress, destinationPort: UInt16) {
      isReversed = sourcePort > destinationPort || (sourcePort == destinationPort && source > destination)
      self.source = isReversed ? destination : source
      self.destination = isReversed ? source : destination
      let first = isReversed ? destinationPort : sourcePort
      let second = isReversed ? sourcePort : destinationPort
      ports = UInt32(first) << 16 | UInt32(second)
    }

    static func == (lhs: Conversation, rhs: Conversation) -> Bool {
      lhs.ports == rhs.ports && lhs.source == rhs.source && lhs.destination == rhs.destination
    }

    /// Few and whole words: the hasher's cost is that of its calls.
    func hash(into hasher: inout Hasher) {
      switch (source, destination) {
      case (.v4(let source), .v4(let destination)):
        hasher.combine(UInt64(source.rawValue) << 32 | UInt64(destination.rawValue))
        hasher.combine(UInt64(ports))
      default:
        hasher.combine(source)
        hasher.combine(destination)
        hasher.combine(ports)
      }
    }
  }

  /// The sequence number of the first end, and that of the second less one.
  struct Base: Sendable {
    var sequence: UInt32
    var acknowledgment: UInt32
    /// Whether a segment before this one gave them, so that this one's numbers are counted from them.
    var isKnown: Bool

    /// Makes a segment's numbers relative, unless it is the first of its conversation.
    func apply(isReversed: Bool, sequence: inout UInt32, acknowledgment: inout UInt32) {
      guard isKnown else { return }
      sequence &-= isReversed ? self.acknowledgment : self.sequence
      acknowledgment &-= isReversed ? self.sequence : self.acknowledgment
    }
  }

  private static let generation = 1 << 16
  private var recent: [Conversation: Base] = [:]
  private var older: [Conversation: Base] = [:]

  /// What the numbers of a segment, as they are on the wire, are counted from.
  mutating func base(
    of conversation: Conversation, isSYN: Bool, sequence: UInt32, acknowledgment: UInt32
  ) -> Base {
    if !isSYN {
      if let known = recent[conversation] { return known }
      if let known = older[conversation] {
        remember(known, conversation)
        return known
      }
    }
    var base =
      conversation.isReversed
      ? Base(sequence: acknowledgment &- 1, acknowledgment: sequence, isKnown: true)
      : Base(sequence: sequence, acknowledgment: acknowledgment &- 1, isKnown: true)
    remember(base, conversation)
    base.isKnown = false
    return base
  }

  private mutating func remember(_ base: Base, _ conversation: Conversation) {
    if recent.count >= Self.generation {
      older = recent
      recent = [:]
    }
    recent[conversation] = base
  }
}
