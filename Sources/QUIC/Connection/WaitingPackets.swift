import DequeModule
import Wire

/// A packet that waits for its secret.
struct WaitingPacket {
  /// What one costs besides its bytes.
  static let overhead = 320

  var packet: QUICPacket
  /// From its first byte to its last.
  var bytes: [UInt8]

  var cost: Int { bytes.count + Self.overhead }

  /// Its header, whose ranges are about ``bytes``.
  var header: QUICPacketHeader { packet.header.moved(by: -packet.header.start) }
}

/// The packets of a connection that wait for secrets, in the order of the capture.
struct WaitingPackets {
  private let limit: Int
  private(set) var packets: Deque<WaitingPacket> = []
  private(set) var cost = 0

  init(limit: Int) {
    self.limit = limit
  }

  var isEmpty: Bool { packets.isEmpty }

  /// - Returns: the packets that were given up for it.
  mutating func append(_ packet: WaitingPacket) -> Int {
    packets.append(packet)
    cost += packet.cost
    guard cost > limit else { return 0 }
    var dropped = 0
    // A quarter at once, so that not each new packet drops one.
    while cost > limit / 4 * 3, let first = packets.popFirst() {
      cost -= first.cost
      dropped += 1
    }
    return dropped
  }

  /// All of them; they are to be put back if they wait on.
  mutating func takeAll() -> Deque<WaitingPacket> {
    cost = 0
    return exchange(&packets, with: [])
  }
}

extension QUICPacketHeader {
  /// The same header in bytes that begin elsewhere.
  func moved(by distance: Int) -> QUICPacketHeader {
    func move(_ range: Range<Int>) -> Range<Int> { range.lowerBound + distance..<range.upperBound + distance }
    var header = self
    header.destinationIDRange = move(destinationIDRange)
    header.sourceIDRange = move(sourceIDRange)
    header.token = move(token)
    header.start += distance
    header.numberOffset += distance
    header.end += distance
    return header
  }
}
