import LinkConditions

/// How a direction carries packets: the cheapest way in which its conditions keep their meaning.
enum Carriage {
  /// Nothing is decided: frames go on as they came, large sends uncut, without a queue.
  case straight
  /// All packets share one fate, so large sends wait uncut.
  case whole
  /// Each packet has its own fate, for which its headers need not be read: a large send is cut in thought only, and what of it
  /// departs together goes on together.
  case fates
  /// Each packet is looked at, by a tap, a timeline, a selection or an MTU: large sends are cut, and checksums completed.
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
