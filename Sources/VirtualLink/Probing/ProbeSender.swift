import CLinux
import Glibc
import LinkConditions
import Synchronization

/// Sends the packets of a probe on a thread of its own, and records when each was handed to the kernel.
final class ProbeSender: Sendable {
  private struct Outcome {
    var sent: [Int64] = []
    var error: CInt = 0
  }

  private let socket: PacketSocket
  private let frame: ProbeFrame
  private let order: ProbeOrder
  private let outcome = Mutex(Outcome())
  private let done = Atomic(false)
  private let stopped = Atomic(false)

  init(_ socket: PacketSocket, _ frame: ProbeFrame, _ order: ProbeOrder) {
    self.socket = socket
    self.frame = frame
    self.order = order
  }

  func start() throws {
    try OwnThread.start { [self] in
      hw_prepare_thread("headwind-probe")
      send()
      done.store(true, ordering: .releasing)
    }
  }

  /// Whether all packets have been sent.
  var isDone: Bool { done.load(ordering: .acquiring) }

  /// Stops sending early.
  func stop() {
    stopped.store(true, ordering: .relaxed)
  }

  /// When each packet was sent. Call it once `isDone` is true.
  func sent() throws(LinkError) -> [Int64] {
    let outcome = outcome.withLock { $0 }
    guard outcome.error == 0 else { throw Self.failure(socket.interface, outcome.error) }
    return outcome.sent
  }

  /// The error that `sent` throws if the kernel cannot split a frame.
  static func unknownOffload(_ interface: String) -> LinkError {
    failure(interface, EINVAL)
  }

  private static func failure(_ interface: String, _ code: CInt) -> LinkError {
    LinkError("send a probe on \(interface)", errno: code)
  }

  private func send() {
    var batch = ProbeBatch(frame)
    var sent: [Int64] = []
    sent.reserveCapacity(order.count)
    let start = EngineClock.now.nanoseconds
    var next = start
    var error: CInt = 0
    while sent.count < order.count, error == 0, !stopped.load(ordering: .relaxed) {
      let due = due(sent.count, since: start, next: &next)
      guard due > 0 else {
        Self.sleep(until: EngineClock.now.nanoseconds + 50_000)
        continue
      }
      error = batch.send(min(due, order.count - sent.count), from: &sent, to: socket)
    }
    outcome.withLock { $0 = Outcome(sent: sent, error: error) }
  }

  /// How many packets are due now.
  private func due(_ count: Int, since start: Int64, next: inout Int64) -> Int {
    if count < order.burst {
      let elapsed = Double(EngineClock.now.nanoseconds - start) / 1e9
      return Int(min(Double(order.burst), elapsed * order.burstRate + 1)) - count
    }
    switch order.pace {
    case .apart(let spacing):
      next = max(next + spacing.nanoseconds * Int64(90 + count % 7 * 3) / 100, start)
      Self.sleep(until: next)
      return 1
    case .steady(let rate):
      let elapsed = Double(EngineClock.now.nanoseconds - start) / 1e9
      return Int(elapsed * rate) + order.burst - count
    }
  }

  private static func sleep(until instant: Int64) {
    var time = timespec(tv_sec: Int(instant / 1_000_000_000), tv_nsec: Int(instant % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, CInt(TIMER_ABSTIME), &time, nil) == EINTR {}
  }
}
