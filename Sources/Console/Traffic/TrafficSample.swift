import Dissection
import Wire

/// What plots and drawings need of a packet.
struct TrafficSample {
  var number: Int
  /// Nanoseconds since the first packet.
  var time: Int64
  var length: Int
  /// Whether it goes from the client of the link or of the conversation.
  var isUplink: Bool
  var tcp: TCPSample?
  var fate: FateNote?
  /// The profile that came into force before it.
  var newProfile: String?

  /// The troubles of the packet, from its conversation and its link.
  var kinds: [MarkKind] {
    var kinds = tcp?.kinds ?? []
    guard let fate else { return kinds }
    if fate.isLoss { kinds.append(.lost) }
    if fate.isCorrupted { kinds.append(.corrupted) }
    if fate.isDuplicate { kinds.append(.duplicated) }
    if fate.isReordered { kinds.append(.reordered) }
    return kinds
  }
}

/// What a segment's conversation says about it. Sequence numbers count from the beginning of the conversation.
struct TCPSample {
  var stream: Int
  var client: Endpoint
  var server: Endpoint
  var isFromClient: Bool
  var flags: TCPFlags
  var sequence: UInt32
  var next: UInt32
  /// Nil without the flag ACK.
  var acknowledgment: UInt32?
  /// In bytes, scaled if the scale is known.
  var window: Int
  var payload: Int
  var kinds: [MarkKind] = []
  /// Nanoseconds from the segment that this one acknowledges.
  var roundTrip: Int64?
  var inFlight: Int?
  var selective: [(left: UInt32, right: UInt32)] = []

  /// Whether its payload was sent before.
  var isAgain: Bool { kinds.contains { $0.isAgain } }
}

/// What is marked in plots. The names are those of the API.
enum MarkKind: String, CaseIterable {
  case retransmission
  case fastRetransmission = "fast_retransmission"
  case spuriousRetransmission = "spurious_retransmission"
  case outOfOrder = "out_of_order"
  case duplicateACK = "duplicate_ack"
  case lostSegment = "lost_segment"
  case zeroWindow = "zero_window"
  case windowFull = "window_full"
  case keepAlive = "keep_alive"
  case reset
  // The fates of packets on a link.
  case lost, corrupted, duplicated, reordered

  var isAgain: Bool { [.retransmission, .fastRetransmission, .spuriousRetransmission].contains(self) }
}
