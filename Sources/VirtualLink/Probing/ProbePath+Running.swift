import Glibc
import LinkConditions

extension ProbePath {
  /// Sends the ordered packets at one end, and records the arrivals at the other until all have arrived or nothing
  /// arrives any more.
  /// - Throws: `LinkError` if the ends cannot be opened, or if an interface disappears.
  public func run(_ order: ProbeOrder) throws -> ProbeRecord {
    do {
      return try run(order, segments: order.segments)
    } catch let refusal as LinkError where order.segments > 1 && refusal == ProbeSender.unknownOffload(from.interface) {
      // Linux before 6.2 does not accept large sends of datagrams from a packet socket.
      return try run(order, segments: 1)
    }
  }

  private func run(_ order: ProbeOrder, segments: Int) throws -> ProbeRecord {
    let (from, to) = (from, to)
    let sending = try from.namespace.perform { try PacketSocket(interface: from.interface) }
    let receiving = try to.namespace.perform { try PacketSocket(interface: to.interface) }
    let frame = ProbeFrame(from: from, to: to, order, segments: segments)
    var receiver = try ProbeReceiver(receiving, frame, expecting: order.count)
    let sender = ProbeSender(sending, frame, order)
    try sender.start()
    defer { sender.stop() }
    // The full patience begins when the last packet is sent, and again after each arrival.
    var quietSince = EngineClock.now
    while !sender.isDone || EngineClock.now - quietSince < order.patience {
      let hasCome = try receiver.receive(waiting: 5)
      if hasCome || !sender.isDone { quietSince = EngineClock.now }
    }
    return ProbeRecord(
      sent: try sender.sent(), arrivals: receiver.arrivals, ipLength: order.ipLength, overruns: receiver.overruns)
  }
}
