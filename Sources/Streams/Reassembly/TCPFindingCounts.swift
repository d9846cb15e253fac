/// How often each kind of finding occurred; for `missing`, how many bytes.
public struct TCPFindingCounts: Hashable, Sendable {
  /// Segments with bytes that were sent before.
  public private(set) var retransmissions = 0
  /// Segments that came after later ones.
  public private(set) var outOfOrder = 0
  /// Segments that only ask whether the other end is there.
  public private(set) var keepAlives = 0
  /// Segments that say that their sender has no room.
  public private(set) var zeroWindows = 0
  /// Bytes that were sent twice with different content, counted by segments.
  public private(set) var conflicts = 0
  /// Segments that no receiver would take.
  public private(set) var outsideWindow = 0
  /// Packets of QUIC that seemed lost.
  public private(set) var lostPackets = 0
  /// Bytes that are not in the capture.
  public private(set) var missingBytes: Int64 = 0

  package init() {}

  package mutating func add(_ finding: TCPFinding) {
    switch finding.kind {
    case .retransmission: retransmissions += 1
    case .outOfOrder: outOfOrder += 1
    case .keepAlive: keepAlives += 1
    case .zeroWindow: zeroWindows += 1
    case .conflict: conflicts += 1
    case .outsideWindow: outsideWindow += 1
    case .lost: lostPackets += 1
    case .missing: missingBytes &+= finding.count
    }
  }
}
