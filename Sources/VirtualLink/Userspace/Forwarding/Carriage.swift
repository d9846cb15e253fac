import LinkConditions

/// How a direction carries packets: the cheapest way in which its conditions keep their meaning.
enum Carriage {
  /// Nothing is decided: frames go on as they came, large sends uncut, without a queue.
  case straight
  /// All packets share one fate, so large sends wait uncut.
  case whole
  /// Each packet has its own fate or is looked at one by one, by a tap or a timeline: large sends are cut, and checksums completed.
  case perPacket

  init(_ profile: Profile, _ direction: LinkDirection, isLookedAt: Bool) {
    let conditions = profile[direction]
    var delayed = DirectionConditions.clean
    delayed.delay = conditions.delay
    delayed.dnsDelay = conditions.dnsDelay
    delayed.dnsLoss = conditions.dnsLoss
    if isLookedAt || conditions != delayed || !profile.selections.isEmpty {
      self = .perPacket
    } else {
      self = conditions == .clean ? .straight : .whole
    }
  }
}
