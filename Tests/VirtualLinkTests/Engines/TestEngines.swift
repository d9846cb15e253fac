import Glibc
import LinkConditions

@testable import VirtualLink

/// The engines that the cases for all engines are tried with.
enum TestEngines {
  /// Whether this is the machine that is started for the sake of its kernel (scripts/run-in-uml).
  static let isMachineForKernel = getenv("RUN_IN_UML") != nil

  /// What the kernel that runs the tests has.
  static let kernel = try? KernelEmulator.probe()

  /// Our own engine on the developer's machine, the kernel's in the machine that is started for it; both where one has both.
  static let all: [EngineKind] = {
    if isMachineForKernel { return [.netem] }
    return kernel?.hasNetem == true && kernel?.hasBridge == true ? [.userspace, .netem] : [.userspace]
  }()
}

extension TestLink {
  /// Datagrams that arrived at the far side, by their numbers, in order.
  ///
  /// Sends `count` of them from the client, and returns when nothing is under way any more.
  func arrivals(of count: Int, payload: Int = 40) throws -> [Int] {
    let receiver = try TestSocket.udp(in: farSide)
    try receiver.bind(farAddress4, port: 4100)
    receiver.setWait(seconds: 0.001)
    receiver.enlargeBuffer()
    let sender = try TestSocket.udp(in: client)
    try sender.connect(farAddress4, port: 4100)
    let before = try engine.statistics().uplink.entered
    var arrived: [Int] = []
    func drain() {
      while let bytes = receiver.receive(), bytes.count >= 4 {
        arrived.append(bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) })
      }
    }
    for number in 0..<count {
      let head = (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
      try sender.send(head + [UInt8](repeating: 0x55, count: max(0, payload - 4)))
      if number % 64 == 63 { drain() }
    }
    while true {
      let uplink = try engine.statistics().uplink
      if uplink.entered >= before + count, uplink.queued == 0 { break }
      drain()
    }
    drain()
    return arrived
  }
}

extension TestSocket {
  /// Makes room for some ten thousand datagrams.
  func enlargeBuffer() {
    var size: Int32 = 16 << 20
    setsockopt(descriptor, SOL_SOCKET, SO_RCVBUFFORCE, &size, socklen_t(MemoryLayout<Int32>.size))
  }
}
