import Captures
import Dissection
import Exchanges
import Glibc
import LinkConditions
import Resilience
import Streams
import Synchronization
import VirtualLink
import Wire

/// Observes the traffic of a link, beginning with the first request about it, and answers requests.
///
/// Until then, packets are not inspected, and the link carries them in the cheapest way.
final class WireObserver: LinkObserver {
  private struct State {
    var record: WireRecord
    var queue: FrameQueue?
  }

  private let link: Link
  private let sockets: SocketDiagnosis?
  private let state: Mutex<State>
  private let recorder: CaptureRecorder?
  private let inspection: LinkInspection?
  /// The secrets of the link's TLS connections, for what is asked about exchanges, and for the captures that are asked for.
  let keys: SessionKeys?

  /// - Parameters:
  ///   - recorder: writes the capture that the link was made with, if there is one.
  ///   - inspection: reads the link's TLS connections, if that was asked for.
  ///   - hasClients: whether the clients' sockets are in the namespace of the link, not on a device beyond it.
  init(
    _ link: Link, recorder: CaptureRecorder?, keys: SessionKeys?, inspection: LinkInspection?, hasClients: Bool = true
  ) {
    self.link = link
    self.inspection = inspection
    self.keys = keys
    self.recorder = recorder
    sockets = !hasClients ? nil : try? link.topology.client.perform { try SocketDiagnosis() }
    state = Mutex(State(record: WireRecord(at: WallClock.now(), keys: keys?.log)))
  }

  func answer(_ request: ObservationRequest, from peer: ControlPeer) throws -> ControlReply {
    if request.needsPackets { try catchUp() }
    switch request {
    case .keys(let start): return try secrets(from: start)
    case .mark(let text): return mark(text)
    case .connections(let start): return try connections(since: start)
    case .exchanges(let start): return try exchanges(since: start)
    case .traffic(let start): return try traffic(since: start)
    case .timeline(let start): return try timeline(since: start)
    case .capture(let path, let side, let start): return try capture(path, side, since: start)
    case .wait(let event, let start, let patience): return try wait(for: event, since: start, patience, peer)
    }
  }

  var captureTrouble: String? { recorder?.trouble }

  var inspectionLines: [String] { inspection?.lines ?? [] }

  func note(_ text: String) {
    state.withLock { $0.record.note(text, at: WallClock.now()) }
  }

  /// Ends the observation. Call it before the link ends.
  func end() {
    let queue = state.withLock { state in
      defer { state.queue = nil }
      return state.queue
    }
    _ = queue?.finish()
  }

  /// Processes all packets that have crossed so far. The first call begins the observation.
  private func catchUp() throws {
    let queue = try state.withLock { state in
      if let queue = state.queue { return queue }
      let queue = try FrameQueue { [weak self] batch in
        self?.state.withLock { $0.record.take(batch) }
      }
      state.queue = queue
      try link.observe(queue)
      return queue
    }
    link.settle()
    queue.drain()
    readSecrets()
  }

  /// Reads what the packets so far hold, with the secrets that programs have written by now.
  func readSecrets() {
    guard let keys else { return }
    keys.readFile()
    state.withLock { $0.record.log.readWithNewSecrets() }
  }

  /// Accesses the record within a closure. If the record itself were returned, each later frame would copy it.
  func withRecord<Value: Sendable>(_ look: (WireRecord) throws -> Value) rethrows -> Value {
    try state.withLock { try look($0.record) }
  }

  /// The connections that were opened since a moment, or on which the client has sent new data since.
  func connections(after start: WireMark) -> [ConnectionRecord] {
    let seen = withRecord { record in
      record.log.connections.filter { max($0.opened.number, $0.lastSent?.number ?? 0) > start.frames }
    }
    return seen.map { connection in
      guard !connection.isOver, let sockets else { return connection }
      var connection = connection
      connection.isAbandoned = !sockets.hasOwner(.tcp, local: connection.client, remote: connection.server)
      return connection
    }
  }

  private func mark(_ text: String) -> ControlReply {
    let mark = state.withLock { $0.record.mark(text, at: WallClock.now()) }
    if !text.isEmpty {
      recorder?.queue.note(LinkNote(text, at: mark.time))
      state.withLock { $0.queue }?.note(LinkNote(WireRecord.markPrefix + text, at: mark.time))
    }
    return ControlReply([("mark", String(mark.number)), ("time", Seconds.exact(mark.time.nanoseconds))])
  }

  private func connections(since start: ObservationRequest.Start) throws -> ControlReply {
    let start = try withRecord { try $0.start(start) }
    return ControlReply(connections(after: start).map { ("connection", TrafficLines.text($0)) } + missed)
  }

  private func exchanges(since start: ObservationRequest.Start) throws -> ControlReply {
    let exchanges = try withRecord { try $0.exchanges(after: $0.start(start)) }
    return ControlReply(exchanges.map { ("exchange", TrafficLines.text($0)) } + missed)
  }

  private func secrets(from start: Int?) throws -> ControlReply {
    guard let keys else { throw LinkError("this link does not collect secrets") }
    guard let start else { return ControlReply([("next", String(keys.count))]) }
    let lines = keys.part(from: start)
    let values = lines.split(separator: 0x0A).map { ("key", String(decoding: $0, as: UTF8.self)) }
    return ControlReply(values + [("next", String(start + lines.count))])
  }

  private func traffic(since start: ObservationRequest.Start) throws -> ControlReply {
    let (start, count, last) = try withRecord { record in
      let start = try record.start(start)
      let (count, last) = record.traffic(since: start)
      return (start, count, last)
    }
    var values = [
      ("sent-packets", String(count.sentPackets)), ("sent-bytes", String(count.sentBytes)),
      ("received-packets", String(count.receivedPackets)), ("received-bytes", String(count.receivedBytes)),
    ]
    if let first = start.firstFrame { values.append(("first-packet", Seconds.exact(first.nanoseconds))) }
    if let last { values.append(("last-packet", Seconds.exact(last.nanoseconds))) }
    return ControlReply(values + missed)
  }

  /// Frames that were not observed because the machine was too slow.
  private var missed: [(name: String, value: String)] {
    let dropped = state.withLock { $0.queue }?.summary.dropped ?? 0
    return dropped > 0 ? [("missed-packets", String(dropped))] : []
  }
}
