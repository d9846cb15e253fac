import CLinux
import CNetlink
import Glibc
import LinkConditions
import Synchronization
import Wire

/// Shows a tap the frames of a netem link at both ends: each frame where it enters and where it arrives.
final class WireTap: Sendable {
  /// One of the four places at which frames are received.
  private struct Place: Sendable {
    let socket: PacketSocket
    let direction: LinkDirection
    let place: FrameSighting.Place
  }

  /// A change of the profile at an instant.
  struct Switch: Sendable {
    let instant: LinkInstant
    let profile: String
    /// What caused the change, as text.
    let cause: String
  }

  private let places: [Place]
  private let tap: any PacketTap
  private let ending: Descriptor
  private let ended: Descriptor
  /// Wakes the thread for a switch while no frames come.
  private let bell: Descriptor
  private let switches = Mutex<[Switch]>([])

  /// Starts listening. No later frame is missed unless the kernel's buffers overflow.
  /// - Parameter profile: the name of the profile in force.
  init(_ topology: LinkTopology, _ tap: any PacketTap, profile: String) throws {
    self.tap = tap
    let names: [(NetworkNamespace, String, LinkDirection, FrameSighting.Place)] = [
      (topology.wire, LinkTopology.wireUplinkInterface, .uplink, .entering),
      (topology.farSide, topology.ends.farSide, .uplink, .leaving),
      (topology.wire, LinkTopology.wireDownlinkInterface, .downlink, .entering),
      (topology.client, topology.ends.client, .downlink, .leaving),
    ]
    places = try names.map { namespace, name, direction, place in
      Place(socket: try namespace.perform { try PacketSocket(interface: name) }, direction: direction, place: place)
    }
    (ending, ended, bell) = (try Self.counter(), try Self.counter(), try Self.counter())
    try OwnThread.start {
      self.listen(profile)
      eventfd_write(self.ended.raw, 1)
    }
  }

  /// Records that another profile is in force from now on.
  func note(_ profile: Profile, _ cause: String) {
    switches.withLock { $0.append(Switch(instant: EngineClock.now, profile: profile.name, cause: cause)) }
    eventfd_write(bell.raw, 1)
  }

  /// Shows the frames received so far, and stops. Call it once.
  func stop() {
    eventfd_write(ending.raw, 1)
    var count = eventfd_t()
    eventfd_read(ended.raw, &count)
  }

  private func listen(_ profile: String) {
    hw_prepare_thread("headwind-tap")
    guard var reader = WireTapReader(tap: tap, profile: profile) else { return }
    var sources = ([ending, bell].map(\.raw) + places.map(\.socket.descriptor)).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    while true {
      guard poll(&sources, nfds_t(sources.count), reader.isWaiting ? 1 : -1) >= 0 || errno == EINTR else { return }
      if sources[1].revents != 0 {
        var count = eventfd_t()
        eventfd_read(bell.raw, &count)
      }
      // After this round, all frames with a stamp before this moment have been received. Later frames must still be
      // put in order.
      let now = EngineClock.now
      for place in places { reader.receive(from: place.socket, place.direction, place.place) }
      reader.adopt(
        switches.withLock { switches in
          defer { switches = [] }
          return switches
        })
      let isEnding = sources[0].revents != 0
      reader.show(until: isEnding ? nil : now)
      if isEnding { return }
    }
  }

  private static func counter() throws(LinkError) -> Descriptor {
    let raw = eventfd(0, Int32(EFD_CLOEXEC))
    guard raw >= 0 else { throw LinkError("create an event descriptor", errno: errno) }
    return Descriptor(owning: raw)
  }
}
