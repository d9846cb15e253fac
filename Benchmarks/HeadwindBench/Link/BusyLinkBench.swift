import CLinux
import Glibc
import LinkConditions
import VirtualLink

/// How punctual a link is on a busy machine: its delay beside what the C forwarder takes, which has the same scheduling and no
/// delay, while other processes want the processors.
enum BusyLinkBench {
  static let title = "link busy"
  private static let delay = 0.1
  private static let packets = 1500
  private static let turns = 3

  static func run(_ forwarder: String) throws {
    let conditions = DirectionConditions(delay: .milliseconds(100))
    // The goal depends on whether the engine may have real-time scheduling, as its thread does.
    let isRealtime = try BenchThread { hw_enter_realtime() }.value()
    let bound = isRealtime ? 0.25 : 1
    for load in [0, 4, 16] {
      var (ours, peer): ([Figures], [Figures]) = ([], [])
      let burners = try Burners(load)
      for _ in 0..<turns {
        peer.append(try measure(try .forwarded(by: forwarder), expected: 0))
        ours.append(try measure(try .link(conditions), expected: delay))
      }
      withExtendedLifetime(burners) {}
      let median = LinkSpeedBench.median
      let (late, control) = (median(ours.map(\.p99)), median(peer.map(\.p99)))
      let (disorder, theirs) = (ours.map(\.reordered).reduce(0, +), peer.map(\.reordered).reduce(0, +))
      say(
        Row(
          title: "\(title), 100 ms at load \(load), \(isRealtime ? "real-time" : "ordinary") scheduling",
          ours: "p99 \(late.rounded(to: 3)) ms late, \(disorder) reordered, \(ours.map(\.lost).reduce(0, +)) lost",
          peer: "C forwarder p99 \(control.rounded(to: 3)) ms, \(theirs) reordered",
          ratio: "\((late - control).rounded(to: 3)) ms more", target: "\(bound) ms more, 0 reordered",
          isReached: late - control <= bound && disorder == 0,
          notes: "p50 \(median(ours.map(\.p50)).rounded(to: 3)) and \(median(peer.map(\.p50)).rounded(to: 3)) ms"
        ).text)
    }
  }

  private struct Figures {
    let p50: Double
    let p99: Double
    let reordered: Int
    let lost: Int
  }

  /// What is carried in a datagram.
  private struct Probe {
    var number: Int
    /// Nanoseconds since 1970.
    var sent: Int64
  }

  /// Both instants are the kernel's or next to it, so that a sender or receiver that is not scheduled counts little.
  private static func measure(_ path: BenchPath, expected: Double) throws -> Figures {
    let receiver = try BenchSocket.udp(in: path.farSide)
    var isOn: Int32 = 1
    setsockopt(receiver.descriptor, SOL_SOCKET, SO_TIMESTAMPNS, &isOn, socklen_t(MemoryLayout<Int32>.size))
    try receiver.receive(at: path.farHost, port: 5007)
    let sender = try BenchSocket.udp(in: path.client)
    try sender.reach(path.farHost, port: 5007)
    let sending = try BenchThread {
      _ = hw_enter_realtime()
      for number in 0..<packets {
        // Uneven, so that no timer of the machine keeps step with it.
        usleep(UInt32(700 + number % 7 * 100))
        var probe = Probe(number: number, sent: realTime())
        send(sender.descriptor, &probe, MemoryLayout<Probe>.size, 0)
      }
    }
    let arrivals = receive(on: receiver.descriptor)
    try sending.value()
    guard arrivals.count > packets / 2 else { throw BenchError("only \(arrivals.count) of \(packets) arrived") }
    let errors = arrivals.map { (Double($0.time - $0.probe.sent) / 1e9 - expected) * 1000 }.sorted()
    let reordered = zip(arrivals, arrivals.dropFirst()).count { $1.probe.number < $0.probe.number }
    return Figures(
      p50: errors[errors.count / 2], p99: errors[errors.count * 99 / 100], reordered: reordered,
      lost: packets - arrivals.count)
  }

  private static func receive(on socket: Int32) -> [(probe: Probe, time: Int64)] {
    var probe = Probe(number: 0, sent: 0)
    var arrivals: [(probe: Probe, time: Int64)] = []
    var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    while arrivals.count < packets, poll(&ready, 1, 3000) > 0 {
      withUnsafeMutableBytes(of: &probe) { room in
        var packet = hw_packet()
        packet.bytes = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
        packet.capacity = UInt32(room.count)
        while hw_packet_receive(socket, &packet, 1) == 1 {
          arrivals.append((room.load(as: Probe.self), packet.wall_clock))
        }
      }
    }
    return arrivals
  }

  private static func realTime() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
