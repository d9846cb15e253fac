import Exchanges
import LinkConditions
import Synchronization
import VirtualLink
import Wire

/// Reads for a timeline what conversations on the link say inside TLS and QUIC, with the secrets of the run.
///
/// It reads each packet at once: a server of the far side logs its secrets before it sends what they protect, and a program
/// writes its own before it sends a request.
final class LinkInsight: ConversationInsight {
  private struct State {
    var watch: ExchangeWatch
    var frames = 0
  }

  private let keys: SessionKeys
  private let state: Mutex<State>

  init(_ keys: SessionKeys) {
    self.keys = keys
    state = Mutex(State(watch: ExchangeWatch(keys: keys.log)))
  }

  func read(_ bytes: Span<UInt8>, _ packet: ObservedPacket) -> RevealedTraffic? {
    switch packet.transport {
    case .tcp, .udp: break
    default: return nil
    }
    let isFromClient = packet.direction == .uplink
    if isFromClient { keys.readFile() }
    let revealed = state.withLock { state in
      state.frames += 1
      let frame = Frame(
        number: state.frames, timestamp: Timestamp(nanoseconds: packet.instant.nanoseconds), linkType: .ethernet,
        originalLength: bytes.count)
      return state.watch.read(frame, bytes, isFromClient: isFromClient)
    }
    return revealed.map {
      RevealedTraffic(
        requests: $0.requests.map { Array($0.utf8) }, completesRequest: $0.completesRequest,
        startsResponse: $0.startsResponse)
    }
  }
}
