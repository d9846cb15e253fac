import CNetlink
import Glibc
import LinkConditions

/// Leads frames to a wire and back by filters of `tc`, for kernels whose nf_tables has no egress hook (before Linux 5.16, or built
/// without it).
///
///     program -> eth0 -- egress filter  -> client end
///                eth0 <- marked, coming in <- client end
///     network -> eth0 -- ingress filter -> far end
///                eth0 -> network      <- marked, going out <- far end
///
/// Filters outlive the process that has added them, and would lead frames nowhere. So a second process removes them when this one ends.
final class FilterDiversion: FrameDiversion {
  /// The order of the filters at the interface. Each network protocol needs a preference of its own.
  private enum Preference {
    static let passing: UInt16 = 1
    static let announcements: [PacketMatch.Network: UInt16] = [.ipv4: 2, .ipv6: 3]
    static let diversions: [PacketMatch.Network: UInt16] = [.ipv4: 4, .ipv6: 5]
  }

  private let place: DivertedInterface
  private let control: TrafficControl
  private let watcher: LeaseWatcher

  /// Call it while the process has only one thread.
  /// - Parameter closing: a descriptor that the second process must not keep open.
  init(_ place: DivertedInterface, in network: NetworkNamespace, closing: Int32) throws {
    let name = place.facts.name
    let control = TrafficControl(socket: try network.perform { try NetlinkSocket() }, interface: place.facts.index)
    let isFree = try NetlinkSocket.attempt("read the qdiscs of \(name)") { () throws(NetlinkSocket.Refusal) in
      try !control.disciplines().contains { ["clsact", "ingress"].contains($0.kind) }
    }
    guard isFree else {
      throw LinkError(
        "\(name) of \(place.place) already has filters of tc", remedy: "'tc qdisc show dev \(name)' there shows them")
    }
    let watcher = try LeaseWatcher(closing: closing, removing: nil) { () throws(LinkError) in
      try Self.clear(control, name)
    }
    (self.place, self.control, self.watcher) = (place, control, watcher)
    do throws(LinkError) {
      try NetlinkSocket.attempt("add filters to \(name) (this needs clsact, cls_u32, act_mirred and act_skbedit)") {
        () throws(NetlinkSocket.Refusal) in try self.prepare()
      }
    } catch {
      watcher.undo()
      throw error
    }
  }

  /// Leads what leaves the wire back to the interface, and lets it pass there.
  private func prepare() throws(NetlinkSocket.Refusal) {
    for (end, arriving) in [(place.client.index, true), (place.farSide.index, false)] {
      let end = TrafficControl(socket: control.socket, interface: end)
      try end.put("clsact", .clsact, at: .ingress, .create)
      try end.add(
        PacketMatch(.all), preference: 1, at: .clsactIngress,
        doing: [.mark(place.mark, passing: false), .redirect(to: place.facts.index, arriving: arriving)])
    }
    try control.put("clsact", .clsact, at: .ingress, .create)
    for way in [TrafficHandle.clsactEgress, .clsactIngress] {
      try control.add(
        PacketMatch(.all), mark: place.mark, preference: Preference.passing, at: way, doing: [.mark(0, passing: true)])
      for match in Housekeeping.announcements + TrafficException.neighbours {
        guard let preference = Preference.announcements[match.network] else { continue }
        try control.add(match, preference: preference, at: way, doing: [])
      }
    }
  }

  func divert() throws(LinkError) {
    try NetlinkSocket.attempt("lead the frames of \(place.facts.name) over a link") {
      () throws(NetlinkSocket.Refusal) in
      for (way, end, direction) in [
        (TrafficHandle.clsactEgress, place.client.index, LinkDirection.uplink),
        (.clsactIngress, place.farSide.index, .downlink),
      ] {
        for match in Self.matches(place.matches, direction) {
          guard let preference = Preference.diversions[match.network] else { continue }
          try control.add(match, preference: preference, at: way, doing: [.redirect(to: end, arriving: false)])
        }
      }
    }
  }

  func release() throws(LinkError) {
    try NetlinkSocket.attempt("let the frames of \(place.facts.name) go straight again") {
      () throws(NetlinkSocket.Refusal) in
      let preferences = Preference.diversions.values.sorted()
      for way in [TrafficHandle.clsactEgress, .clsactIngress] {
        try control.removeFilters(preferences[0]...preferences[preferences.count - 1], at: way)
      }
    }
  }

  func remove() {
    watcher.undo()
  }

  /// What goes to the peers, or comes from them.
  private static func matches(_ peers: [PeerMatch], _ direction: LinkDirection) -> [PacketMatch] {
    peers.isEmpty ? [PacketMatch(.ipv4), PacketMatch(.ipv6)] : peers.flatMap { $0.selector.matches(direction) }
  }

  /// Removes every filter of the interface. The other filters go with the ends of the wire.
  private static func clear(_ control: TrafficControl, _ name: String) throws(LinkError) {
    do throws(NetlinkSocket.Refusal) {
      try control.remove(.clsact, at: .ingress)
    } catch {
      // The interface has gone, or nothing had been added yet.
      guard ![ENODEV, ENOENT, EINVAL].contains(error.code) else { return }
      throw error.error("remove the filters of \(name)")
    }
  }
}
