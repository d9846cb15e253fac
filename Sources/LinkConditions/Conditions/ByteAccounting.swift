/// Which bytes of a packet a bandwidth counts.
public struct ByteAccounting: Hashable, Sendable {
  /// What counts as a packet's length before anything is added.
  public enum Base: Hashable, Sendable {
    /// The IP datagram: what people mean by the bandwidth of a link.
    case ip
    /// The Ethernet frame with its 14-byte header, as netem and tbf count without an overhead.
    case ethernet
  }

  /// IP datagrams, nothing added.
  public static let ip = ByteAccounting(base: .ip)
  /// Ethernet frames, nothing added.
  public static let ethernet = ByteAccounting(base: .ethernet)

  /// What is counted.
  public var base: Base
  /// Bytes added to each packet, or subtracted if negative: the headers of the link that is imitated.
  public var overhead: Int32
  /// The size of the cells that a packet is split into, or 0 for none. The last cell is padded.
  public var cellSize: UInt32
  /// Bytes added to each cell.
  public var cellOverhead: Int32

  /// - Parameters:
  ///   - overhead: bytes to add to each packet; may be negative.
  ///   - cellSize: bytes of payload per cell; 0 for no cells.
  ///   - cellOverhead: bytes that each cell adds.
  public init(base: Base, overhead: Int32 = 0, cellSize: UInt32 = 0, cellOverhead: Int32 = 0) {
    self.base = base
    self.overhead = overhead
    self.cellSize = cellSize
    self.cellOverhead = cellOverhead
  }

  /// The bytes that a packet is billed for.
  public func billed(_ packet: LinkPacket) -> UInt64 {
    let length = Int64(base == .ip ? packet.ipLength : packet.frameLength)
    let bytes = max(0, length + Int64(overhead))
    guard cellSize > 0 else { return UInt64(bytes) }
    let cell = Int64(cellSize)
    let cells = (bytes + cell - 1) / cell
    // The product is saturated: at most 2^32 cells of 2^33 bytes are 2^65, which does not fit.
    return UInt64(max(0, cells.multipliedSaturated(by: cell + Int64(cellOverhead))))
  }
}
