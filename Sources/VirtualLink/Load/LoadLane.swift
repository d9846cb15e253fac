import CLinux
import CNetlink
import Glibc
import LinkConditions
import Synchronization
import Wire

/// The background traffic of one direction.
final class LoadLane: Sendable {
  /// What is common to the threads of a lane.
  final class Desk: Sendable {
    /// Whether the traffic is to end.
    let isOver = Atomic(false)
    /// The payload that has arrived.
    let bytes = Atomic(0)
  }

  private let desk = Desk()
  private let direction: LinkDirection
  private let bandwidth: Bandwidth
  private let start = EngineClock.now
  private let end = Mutex<(instant: LinkInstant, bytes: Int)?>(nil)

  init(
    _ direction: LinkDirection, _ bandwidth: Bandwidth, _ flows: [LoadFlow], from sender: NetworkNamespace,
    to address: IPAddress, in receiver: NetworkNamespace
  ) throws {
    self.direction = direction
    self.bandwidth = bandwidth
    let (listener, port) = try receiver.perform {
      var endpoint = hw_endpoint(Endpoint(address: address, port: 0))
      var port: UInt16 = 0
      let raw = hw_load_listen(&endpoint, &port)
      guard raw >= 0 else { throw LinkError("listen for background traffic", errno: 0 &- raw) }
      return (Descriptor(owning: raw), port)
    }
    let desk = desk
    try OwnThread.start { Self.receive(listener, desk) }
    for flow in flows {
      try OwnThread.start {
        guard hw_enter_network_namespace(sender.descriptor.raw) == 0 else { return }
        LoadSender(destination: Endpoint(address: address, port: port), desk: desk).run(flow)
      }
    }
  }

  /// Takes what comes until the end.
  private static func receive(_ listener: Descriptor, _ desk: Desk) {
    var connections: [Descriptor] = []
    while !desk.isOver.load(ordering: .relaxed) {
      var sources = ([listener] + connections).map { pollfd(fd: $0.raw, events: Int16(POLLIN), revents: 0) }
      guard poll(&sources, nfds_t(sources.count), 100) > 0 else { continue }
      connections = zip(connections, sources.dropFirst()).compactMap { connection, source in
        guard source.revents != 0 else { return connection }
        let taken = hw_load_take(connection.raw)
        if taken > 0 { desk.bytes.add(taken, ordering: .relaxed) }
        return taken > 0 || taken == -Int(EAGAIN) ? connection : nil
      }
      if sources[0].revents != 0 {
        let raw = hw_load_accept(listener.raw)
        if raw >= 0 { connections.append(Descriptor(owning: raw)) }
      }
    }
  }

  func stop() -> LoadGenerator.Achievement {
    let end = end.withLock { end in
      let now = end ?? (EngineClock.now, desk.bytes.load(ordering: .relaxed))
      end = now
      return now
    }
    desk.isOver.store(true, ordering: .relaxed)
    let seconds = Double(max((end.instant - start).nanoseconds, 1)) / 1_000_000_000
    let bits = Double(end.bytes) * 8 / LoadRequest.payloadShare
    return LoadGenerator.Achievement(
      direction: direction, bandwidth: bandwidth, share: bits / seconds / Double(bandwidth.bitsPerSecond))
  }
}
