import Glibc

/// Many paths measured at once: one thread sends on all of them in turn, one receives from all.
struct ManyPaths: Sendable {
  private let paths: [BenchPath]
  private let senders: [BenchSocket]
  private let receivers: [BenchSocket]

  init(_ paths: [BenchPath]) throws {
    self.paths = paths
    receivers = try paths.map { path in
      let socket = try BenchSocket.udp(in: path.farSide)
      try socket.receive(at: path.farHost, port: 5006)
      return socket
    }
    senders = try paths.map { path in
      let socket = try BenchSocket.udp(in: path.client)
      try socket.reach(path.farHost, port: 5006)
      return socket
    }
  }

  /// How much later than expected datagrams arrive, in ms, in ascending order: those of all paths together.
  ///
  /// - Parameter pause: about how many microseconds there are between two datagrams, on whichever paths.
  func delayErrors(expected: Double, rounds: Int = 150, pause: UInt32 = 350) throws -> [Double] {
    let sending = try BenchThread { [senders] in
      for number in 0..<rounds {
        // Uneven, so that no timer of the machine keeps step with it.
        let uneven = pause + UInt32(number % 7) * pause / 10
        for sender in senders {
          usleep(uneven)
          var sent = LinkMeasurements.now()
          send(sender.descriptor, &sent, MemoryLayout<Double>.size, 0)
        }
      }
    }
    var errors: [Double] = []
    let total = rounds * senders.count
    try receive(until: { errors.count == total }) { _, bytes, arrived in
      let sent = bytes.withUnsafeBytes { $0.loadUnaligned(as: Double.self) }
      errors.append((arrived - sent - expected) * 1000)
    }
    try sending.value()
    guard errors.count > total / 2 else { throw BenchError("only \(errors.count) of \(total) datagrams arrived") }
    return errors.sorted()
  }

  /// The rate of IP bytes at which datagrams arrive on each path while more are sent than get through, in bit/s.
  func rates(payload: Int, asked: Double, seconds: Double = 5) throws -> [Double] {
    let end = LinkMeasurements.now() + seconds
    let bytes = [UInt8](repeating: 7, count: payload)
    let interval = Double(payload + 28) * 8 / asked / 1.3
    let sending = try BenchThread { [senders] in
      var next = LinkMeasurements.now()
      while LinkMeasurements.now() < end {
        for sender in senders { _ = bytes.withUnsafeBytes { send(sender.descriptor, $0.baseAddress, $0.count, 0) } }
        next += interval
        usleep(UInt32(max(0, (next - LinkMeasurements.now()) * 1e6)))
      }
    }
    // Once the queues have begun to fill, and before they empty.
    let quiet = end - seconds + 1
    var arrivals = paths.map { _ in (first: 0.0, last: 0.0, count: 0) }
    try receive(until: { LinkMeasurements.now() > end }) { path, _, arrived in
      guard arrived > quiet else { return }
      if arrivals[path].count == 0 { arrivals[path].first = arrived }
      arrivals[path].last = arrived
      arrivals[path].count += 1
    }
    try sending.value()
    return arrivals.filter { $0.count > 2 }.map { Double(($0.count - 1) * (payload + 28)) * 8 / ($0.last - $0.first) }
  }

  /// Hands over what arrives, until told to end or nothing has come for a second.
  private func receive(
    until isDone: () -> Bool, _ take: (_ path: Int, _ bytes: [UInt8], _ arrived: Double) throws -> Void
  ) throws {
    var ready = receivers.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    var buffer = [UInt8](repeating: 0, count: 2048)
    while !isDone(), poll(&ready, nfds_t(ready.count), 1000) > 0 {
      for index in ready.indices where ready[index].revents != 0 {
        while recv(ready[index].fd, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0 {
          try take(index, buffer, LinkMeasurements.now())
        }
      }
    }
  }
}
