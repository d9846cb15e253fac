/// How often each kind of finding occurred; for `missing`, how many bytes.
public struct TCPFindingCounts: Hashable, Sendable {
  public private(set) var retransmissions = 0
  public private(set) var outOfOrder = 0
  public private(set) var keepAlives = 0
  public private(set) var zeroWindows = 0
  public private(set) var conflicts = 0
  public private(set) var outsideWindow = 0
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
    case .missing: missingBytes &+= finding.count
    }
  }
}
