import CLinux
import Glibc
import LinkConditions
import Synchronization
import Wire

/// Sends the traffic of one flow, on a thread of its own.
struct LoadSender {
  /// How long to wait after a failure, in seconds.
  private static let pause = 0.1
  /// The most that a bulk flow makes up for after it was held up, in seconds.
  private static let mostArrears = 0.5
  /// The least and the most that a bulk flow sends at once, in bytes.
  private static let chunk = 1_448.0...16_384.0

  let destination: Endpoint
  let desk: LoadLane.Desk

  private var isOver: Bool { desk.isOver.load(ordering: .relaxed) }

  func run(_ flow: LoadFlow) {
    switch flow {
    case .bulk(let rate): bulk(bytesPerSecond: rate / 8)
    case .web(let user): browse(user)
    }
  }

  private func connect() -> Descriptor? {
    var endpoint = hw_endpoint(destination)
    let raw = hw_load_connect(&endpoint)
    return raw >= 0 ? Descriptor(owning: raw) : nil
  }

  private static var now: Double { Double(EngineClock.now.nanoseconds) / 1_000_000_000 }

  private func sleep(_ seconds: Double) {
    if seconds > 0 { usleep(UInt32(min(seconds, 0.2) * 1_000_000)) }
  }

  /// One connection that is never ahead of its rate.
  private func bulk(bytesPerSecond rate: Double) {
    let start = Self.now
    let chunk = min(max(rate / 50, Self.chunk.lowerBound), Self.chunk.upperBound)
    var connection: Descriptor?
    var sent = 0.0
    while !isOver {
      guard let socket = connection ?? connect() else {
        sleep(Self.pause)
        continue
      }
      connection = socket
      let due = (Self.now - start) * rate
      sent = max(sent, due - rate * Self.mostArrears)
      guard sent < due else {
        sleep((sent - due) / rate + chunk / rate / 2)
        continue
      }
      let count = hw_load_send(socket.raw, Int(chunk))
      if count < 0 { connection = nil } else { sent += Double(count) }
    }
  }

  /// One transfer after the other, each on a connection of its own.
  private func browse(_ user: WebUser) {
    var user = user
    let start = Self.now
    while !isOver {
      let transfer = user.transfer()
      while !isOver, Self.now - start < transfer.start { sleep(start + transfer.start - Self.now) }
      guard let socket = connect() else { continue }
      var rest = transfer.bytes
      while !isOver, rest > 0 {
        let count = hw_load_send(socket.raw, rest)
        guard count >= 0 else { break }
        rest -= count
      }
      while !isOver, rest == 0, !hw_load_finish(socket.raw), errno == EAGAIN {}
    }
  }
}
