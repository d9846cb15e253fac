import CLinux
import Glibc

/// Small datagrams through a path, sent and received in batches, so that this costs little beside what carries them.
enum DatagramFlood {
  private static let payload = 18
  private static let batch = Int(HW_PACKET_BATCH)

  /// Sends for a time and counts what arrives.
  /// - Parameter rate: how many a second; nil for as many as go.
  static func run(_ path: BenchPath, rate: Double?, seconds: Double = 1) throws -> (sent: Double, received: Double) {
    let receiver = try BenchSocket.udp(in: path.farSide)
    try receiver.receive(at: path.farHost, port: 5004)
    let sender = try BenchSocket.udp(in: path.client)
    try sender.reach(path.farHost, port: 5004)
    let sending = try BenchThread { send(on: sender.descriptor, rate: rate, seconds: seconds) }
    let received = receive(on: receiver.descriptor)
    let sent = try sending.value()
    return (Double(sent) / seconds, Double(received) / seconds)
  }

  private static func send(on socket: Int32, rate: Double?, seconds: Double) -> Int {
    let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: payload)
    room.initialize(repeating: 7)
    defer { room.deallocate() }
    var packet = hw_packet()
    packet.bytes = room.baseAddress
    packet.length = UInt32(payload)
    let packets = [hw_packet](repeating: packet, count: batch)
    let start = LinkMeasurements.now()
    var sent = 0
    while true {
      let elapsed = LinkMeasurements.now() - start
      guard elapsed < seconds else { return sent }
      let due = rate.map { Int(elapsed * $0) - sent } ?? batch
      // A tenth of a millisecond's worth at a time, as a program that paces itself sends.
      guard due > 0 else {
        usleep(50)
        continue
      }
      sent += max(0, Int(hw_packet_send(socket, packets, UInt32(min(due, batch)))))
    }
  }

  /// Counts until nothing has come for a while.
  private static func receive(on socket: Int32) -> Int {
    let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: payload * batch)
    defer { room.deallocate() }
    var packets = (0..<batch).map { index in
      var packet = hw_packet()
      packet.bytes = room.baseAddress.map { $0 + index * payload }
      packet.capacity = UInt32(payload)
      return packet
    }
    var received = 0
    var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    while poll(&ready, 1, received == 0 ? 2000 : 200) > 0 {
      let count = hw_packet_receive(socket, &packets, UInt32(batch))
      if count > 0 { received += Int(count) }
    }
    return received
  }
}
