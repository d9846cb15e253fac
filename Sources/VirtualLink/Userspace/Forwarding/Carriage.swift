import LinkConditions

/// How a direction carries packets: the cheapest way that still applies its conditions correctly.
enum Carriage {
  /// Nothing is decided. Frames are forwarded as they are, including large sends, without a queue.
  case straight
  /// All packets have the same fate, so large sends are queued in one piece.
  case whole
  /// Each segment has its own fate, but its headers need not be read. So a large send stays in one piece in memory,
  /// and segments that depart together are sent together.
  case fates
  /// A tap, a timeline, a selection or an MTU limit inspects each packet, so large sends are split and checksums
  /// completed.
  case perPacket

  init(_ profile: Profile, _ direction: LinkDirection, isLookedAt: Bool) {
    let conditions = profile[direction]
    guard !isLookedAt, profile.selections.isEmpty, conditions.mtu == nil else {
      self = .perPacket
      return
    }
    var delayed = DirectionConditions.clean
    delayed.delay = conditions.delay
    delayed.dnsDelay = conditions.dnsDelay
    delayed.dnsLoss = conditions.dnsLoss
    if conditions == .clean {
      self = .straight
    } else {
      self = conditions == delayed ? .whole : .fates
    }
  }
}
