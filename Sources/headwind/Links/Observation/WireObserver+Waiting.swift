import Dissection
import Exchanges
import Glibc
import LinkConditions
import Resilience
import VirtualLink

extension WireObserver {
  /// Waits for an event. The answer says whether it occurred.
  func wait(
    for event: ObservationRequest.Event, since start: ObservationRequest.Start?, _ patience: LinkDuration,
    _ peer: ControlPeer
  ) throws -> ControlReply {
    let (origin, frames) = try withRecord { record in (try start.map { try record.start($0) }, record.ring.count) }
    switch event {
    case .closed:
      let origin = try origin ?? withRecord { try $0.start(.beginning) }
      return try poll(patience, peer) { connections(after: origin).allSatisfy(\.isOver) }
    case .trigger(let trigger):
      var watch = TriggerWatch(
        trigger, since: origin?.frames ?? frames, at: origin?.time ?? WallClock.now(), keys: keys)
      return try poll(patience, peer) {
        watch.read(withRecord { $0.ring.pieces(after: watch.cursor) })
        return watch.hasHappened(by: WallClock.now())
      }
    }
  }

  private func poll(_ patience: LinkDuration, _ peer: ControlPeer, _ condition: () -> Bool) throws -> ControlReply {
    let deadline = ContinuousClock.now + .nanoseconds(patience.nanoseconds)
    while true {
      if condition() { return ControlReply([("met", "true")]) }
      guard ContinuousClock.now < deadline else { return ControlReply([("met", "false")]) }
      guard !peer.hasGone else { throw LinkError("the client no longer waits") }
      usleep(2_000)
    }
  }
}
