import Glibc
import LinkConditions

extension ProbePath {
  /// Sends what is ordered from one end, and records what comes to the other, until all has come or nothing comes any more.
  /// - Throws: `LinkError` if the ends cannot be opened, or an interface goes away.
  public func run(_ order: ProbeOrder) throws -> ProbeRecord {
    do {
      return try run(order, segments: order.segments)
    } catch let refusal as LinkError where order.segments > 1 && refusal == ProbeSender.unknownOffload(from.interface) {
      // Linux before 6.2 takes no large sends of datagrams from a packet socket.
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
    // What was under way when the last was sent has the whole patience, and so has what follows an arrival.
    var quietSince = EngineClock.now
    while !sender.isDone || EngineClock.now - quietSince < order.patience {
      let hasCome = try receiver.receive(waiting: 5)
      if hasCome || !sender.isDone { quietSince = EngineClock.now }
    }
    return ProbeRecord(
      sent: try sender.sent(), arrivals: receiver.arrivals, ipLength: order.ipLength, overruns: receiver.overruns)
  }
}
