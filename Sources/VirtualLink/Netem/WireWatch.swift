import CLinux
import CNetlink
import Glibc
import LinkConditions

/// Receives the kernel's notification when an interface, such as an end of the wire, is removed.
struct WireWatch: Sendable {
  enum Event {
    /// The bell was rung.
    case rung
    /// This interface was removed.
    case gone(String)
    case timeout
  }

  private let socket: NetlinkSocket
  private let ends: [Int32: String]

  /// Call it on a thread in the interfaces' namespace.
  init(
    interfaces: [String] = [LinkTopology.wireUplinkInterface, LinkTopology.wireDownlinkInterface]
  ) throws(LinkError) {
    socket = try NetlinkSocket(groups: RTMGRP_LINK)
    var ends: [Int32: String] = [:]
    for name in interfaces {
      ends[try InterfaceControl.index(of: name)] = name
    }
    self.ends = ends
  }

  /// Waits for an event, until the instant at most. Without an instant, it waits indefinitely.
  func wait(for bell: Descriptor, until instant: LinkInstant?) -> Event {
    var sources = [bell, socket.descriptor].map { pollfd(fd: $0.raw, events: Int16(POLLIN), revents: 0) }
    var milliseconds: Int32 = -1
    if let instant {
      let wait = max(0, (instant - EngineClock.now).nanoseconds)
      // `poll` counts in milliseconds, so a shorter wait uses `usleep`.
      if wait < 1_000_000 {
        usleep(UInt32(wait / 1000))
        return .timeout
      }
      milliseconds = Int32(clamping: wait / 1_000_000)
    }
    let status = poll(&sources, nfds_t(sources.count), milliseconds)
    guard status > 0 else { return .timeout }
    if sources[0].revents != 0 {
      var count = eventfd_t()
      eventfd_read(bell.raw, &count)
      return .rung
    }
    // If the socket's buffer overflowed, the next message will do.
    guard let messages = try? socket.receive() else { return .timeout }
    for message in messages where message.type == RTM_DELLINK {
      // A port that leaves a bridge causes the same message, with the address family of bridges.
      guard let header: ifinfomsg = message.body.loaded(at: 0), header.ifi_family == UInt8(AF_UNSPEC),
        let name = ends[header.ifi_index]
      else { continue }
      return .gone(name)
    }
    return .timeout
  }
}
