import Streams
import Wire

/// Writes what one conversation of many says; the others pass by.
struct FollowedStream: StreamConsumer {
  let wanted: Int
  var output: FollowText
  private(set) var isFound = false
  private var slot: Int?
  /// The end that sent the first packet.
  private var first: Endpoint?
  /// True if the side that comes first in the slot is the other end: of a conversation whose SYN was sent again.
  private var isTurned = false

  init(_ wanted: Int, _ mode: FollowMode) {
    self.wanted = wanted
    output = FollowText(mode)
  }

  /// What is written is taken away as it comes.
  var heldBytes: Int { 0 }

  mutating func open(_ flow: Int, _ identity: FlowIdentity) {
    guard identity.stream == wanted else { return }
    slot = flow
    isTurned = isFound && identity.first != first
    guard !isFound else { return }
    isFound = true
    first = identity.first
    output.begin(.tcp, stream: wanted, identity.first, identity.second)
  }

  mutating func connect(_ flow: Int, opened: PacketMark, connected: PacketMark) {}

  mutating func receive(_ bytes: Span<UInt8>, _ piece: StreamPiece) {
    if piece.flow == slot { output.append(bytes, of: side(piece), in: piece.packet) }
  }

  mutating func miss(_ count: Int64, _ piece: StreamPiece) {
    if piece.flow == slot { output.appendMissing(count, of: side(piece), before: piece.packet) }
  }

  private func side(_ piece: StreamPiece) -> FlowSide { isTurned ? piece.side.other : piece.side }

  mutating func end(_ flow: Int, _ side: FlowSide, _ now: PacketMark) {}

  mutating func reset(_ flow: Int, _ side: FlowSide, _ now: PacketMark) {}

  mutating func note(_ finding: TCPFinding, _ flow: Int) {}

  mutating func close(_ flow: Int, _ closure: FlowClosure, _ now: PacketMark) {
    guard flow == slot, closure != .finished else { return }
    slot = nil
  }
}
