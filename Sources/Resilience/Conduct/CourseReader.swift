public import Herd
import Streams
internal import Captures
internal import Dissection
internal import Exchanges
internal import QUIC
internal import Wire

/// Reads from the capture of a run what the client did in it, attempt by attempt.
public enum CourseReader {
  /// What a client puts on the wire once in an attempt. Where it comes again, another attempt begins.
  private struct Sign {
    var time: Timestamp
    var event: WireEvent.Kind
    /// What would be the same in another attempt; nil for what only continues one.
    var key: String?
    /// The connection that it belongs to.
    var stream: Int?
  }

  /// The course of a run; nil if the client put nothing on the wire.
  /// - Parameter since: seconds after the first packet before which nothing counts.
  /// - Throws: `RunnerError` if the capture cannot be read.
  public static func course(of result: ScenarioResult, since: Double = 0) throws(RunnerError) -> Course? {
    guard let outcome = result.outcome else { return nil }
    let evidence: WireEvidence
    do {
      evidence = try WireEvidence(capture: result.capture)
    } catch {
      throw RunnerError("\(result.capture): the recording cannot be read: \(error)")
    }
    return course(evidence, ended: outcome.ended, isCut: outcome.wasEnded, since: since)
  }

  static func course(_ evidence: WireEvidence, ended: Timestamp, isCut: Bool, since: Double = 0) -> Course? {
    let all = signs(evidence).sorted { $0.time < $1.time }
    guard let first = all.first?.time else { return nil }
    let signs = all.filter { seconds($0.time - first) >= since }
    guard !signs.isEmpty else { return nil }
    var starts: [Timestamp] = []
    var attempts: [Attempt] = []
    var keys: Set<String> = []
    var owners: [Int: Int] = [:]
    for sign in signs {
      let own = sign.key == nil ? sign.stream.flatMap { owners[$0] } : nil
      if attempts.isEmpty || (own == nil && sign.key.map { keys.contains($0) } ?? false) {
        attempts.append(Attempt(gap: starts.last.map { seconds(sign.time - $0) } ?? 0, events: []))
        starts.append(sign.time)
        keys = []
      }
      let place = own ?? attempts.count - 1
      if let key = sign.key { keys.insert(key) }
      if let stream = sign.stream, owners[stream] == nil { owners[stream] = place }
      attempts[place].events.append(WireEvent(sign.event, at: max(0, seconds(sign.time - starts[place]))))
    }
    for (connection, time) in abandoned(evidence) {
      guard let place = owners[connection] else { continue }
      attempts[place].abandoned = max(0, seconds(time - starts[place]))
    }
    let ending = starts.last.map { max(0, seconds(ended - $0)) } ?? 0
    return Course(attempts: attempts, ending: ending, isCut: isCut)
  }

  private static func signs(_ evidence: WireEvidence) -> [Sign] {
    var signs = evidence.nameQueries.map {
      Sign(time: $0.packet.timestamp, event: .query, key: "query \($0.question)", stream: nil)
    }
    for connection in evidence.connections {
      for (index, packet) in connection.attempts.enumerated() {
        let key = index == 0 ? "connect \(connection.server)" : nil
        signs.append(Sign(time: packet.timestamp, event: .syn, key: key, stream: connection.stream))
      }
      if connection.port == 443, let packet = connection.established {
        signs.append(Sign(time: packet.timestamp, event: .handshake, key: nil, stream: connection.stream))
      }
    }
    for connection in evidence.quicConnections {
      signs.append(Sign(time: connection.began.timestamp, event: .handshake, key: "quic", stream: nil))
    }
    for request in evidence.requests where !request.asksForTunnel {
      signs.append(
        Sign(
          time: request.packet.timestamp, event: .request, key: "request \(request.method) \(request.target)",
          stream: request.stream))
    }
    return signs
  }

  /// When the client closed connections whose requests were not answered.
  private static func abandoned(_ evidence: WireEvidence) -> [(Int, Timestamp)] {
    evidence.connections.compactMap { connection in
      guard connection.established != nil, connection.firstResponse == nil, let end = connection.closedByClient else {
        return nil
      }
      return (connection.stream, end.timestamp)
    }
  }

  private static func seconds(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1e9 }
}
