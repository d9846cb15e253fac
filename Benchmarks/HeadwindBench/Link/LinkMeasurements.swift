import CLinux
import Glibc
import LinkConditions
import VirtualLink

/// What a path does, measured from both its ends at once.
enum LinkMeasurements {
  /// TCP payload that arrives, in Gbit/s.
  static func throughput(_ path: BenchPath, seconds: Double = 1) throws -> Double {
    let listener = try BenchSocket.tcp(in: path.farSide)
    try listener.listen(path.farHost, port: 5001)
    let client = try BenchSocket.tcp(in: path.client)
    try client.reach(path.farHost, port: 5001)
    let server = try listener.accepted()
    let end = now() + seconds
    let sender = try BenchThread {
      let bytes = [UInt8](repeating: 7, count: 1 << 20)
      while now() < end,
        bytes.withUnsafeBytes({ send(client.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }) > 0
      {}
      shutdown(client.descriptor, Int32(SHUT_WR))
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var received = 0
    let start = now()
    var last = start
    while true {
      let count = buffer.withUnsafeMutableBytes { recv(server.descriptor, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { break }
      received += count
      last = now()
    }
    try sender.value()
    return Double(received) * 8 / (last - start) / 1e9
  }

  /// How long a client takes to connect and to receive so many bytes, in seconds.
  static func download(_ path: BenchPath, bytes total: Int) throws -> Double {
    let listener = try BenchSocket.tcp(in: path.farSide)
    try listener.listen(path.farHost, port: 5002)
    let sender = try BenchThread {
      let server = try listener.accepted()
      let bytes = [UInt8](repeating: 7, count: total)
      var sent = 0
      while sent < total {
        let count = bytes.withUnsafeBytes {
          send(server.descriptor, $0.baseAddress.map { $0 + sent }, total - sent, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { throw BenchError("cannot send: errno \(errno)") }
        sent += count
      }
    }
    let client = try BenchSocket.tcp(in: path.client)
    let start = now()
    try client.reach(path.farHost, port: 5002)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var received = 0
    while received < total {
      let count = buffer.withUnsafeMutableBytes { recv(client.descriptor, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { throw BenchError("only \(received) of \(total) bytes arrived") }
      received += count
    }
    let seconds = now() - start
    try sender.value()
    return seconds
  }

  /// Sends small datagrams at a rate and gives how many went; never more than a millisecond's worth at once.
  static func steadyPackets(_ sender: BenchSocket, rate: Int, seconds: Double) throws -> Int {
    let bytes = [UInt8](repeating: 7, count: 18)
    let start = now()
    let total = Int(Double(rate) * seconds)
    var (sent, tried) = (0, 0)
    while tried < total {
      let due = min(total, Int((now() - start) * Double(rate)))
      if due == tried { usleep(100) }
      for _ in 0..<min(due - tried, rate / 1000) {
        if bytes.withUnsafeBytes({ send(sender.descriptor, $0.baseAddress, $0.count, 0) }) > 0 { sent += 1 }
        tried += 1
      }
      guard now() - start < seconds * 3 else { break }
    }
    return sent
  }

  /// Seconds on the monotonic clock.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
