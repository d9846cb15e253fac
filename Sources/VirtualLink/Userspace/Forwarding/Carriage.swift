import LinkConditions

/// How a direction carries packets: the cheapest way in which its conditions keep their meaning.
enum Carriage {
  /// Nothing is decided: frames go on as they came, large sends uncut, without a queue.
  case straight
  /// All packets share one fate, so large sends wait uncut.
  case whole
  /// Each packet has its own fate or is seen by a tap: large sends are cut, and checksums completed.
  case perPacket

  init(_ conditions: DirectionConditions, isTapped: Bool) {
    var delayed = DirectionConditions.clean
    delayed.delay = conditions.delay
    delayed.dnsDelay = conditions.dnsDelay
    delayed.dnsLoss = conditions.dnsLoss
    if isTapped || conditions != delayed {
      self = .perPacket
    } else {
      self = conditions == .clean ? .straight : .whole
    }
  }
}
