import Streams
import TextOutput
import Wire

/// Writes what the ends of a conversation said, as tshark's `-z follow` does.
struct FollowText {
  let mode: FollowMode
  var text = TextBuffer()
  /// How many bytes each end has said.
  private var offsets = Pair<UInt64>(0, 0)

  init(_ mode: FollowMode) {
    self.mode = mode
  }

  mutating func begin(_ layer: FollowLayer, stream: Int, _ first: Endpoint, _ second: Endpoint) {
    guard mode != .json else { return appendHead(layer, stream, first, second) }
    text.append("\n" + Self.rule)
    text.append("Follow: \(layer),\(mode)\n")
    text.append("Filter: \(layer == .udp ? "udp" : "tcp").stream eq \(stream)\n")
    text.append("Node 0: \(first)\nNode 1: \(second)\n")
  }

  mutating func end() {
    if mode != .json { text.append(Self.rule) }
  }

  /// Writes what a packet, or a message, brought.
  /// - Parameter packet: the packet in which it began.
  mutating func append(_ bytes: Span<UInt8>, of side: FlowSide, in packet: PacketMark?) {
    guard bytes.count > 0 else { return }
    switch mode {
    case .json:
      beginPiece(side, packet)
      text.append(",\"base64\":\"")
      text.append(base64: bytes)
      text.append("\"}\n")
    case .ascii:
      indent(side)
      text.append(decimal: UInt64(bytes.count))
      text.append(byte: 0x0A)
      text.write(atMost: bytes.count) { room in
        for index in 0..<room.count {
          // A carriage return alone would let what follows it be written over what precedes it.
          let endsLine = bytes[index] == 0x0D && (index &+ 1 == bytes.count || bytes[index &+ 1] == 0x0A)
          room[index] = endsLine ? 0x0D : Self.shown(bytes[index], keepsLines: true)
        }
        return room.count
      }
      text.append(byte: 0x0A)
    case .hex: appendDump(bytes, side)
    case .raw:
      indent(side)
      for index in bytes.indices { text.append(hexadecimalByte: bytes[index]) }
      text.append(byte: 0x0A)
    }
  }

  /// Writes that bytes are missing, in Wireshark's words, which end with a zero.
  mutating func appendMissing(_ count: Int64, of side: FlowSide, before packet: PacketMark) {
    guard mode == .json else {
      return append((Array("[\(count) bytes missing in capture file]".utf8) + [0]).span, of: side, in: packet)
    }
    beginPiece(side, packet)
    text.append(",\"missing\":")
    text.append(json: count)
    text.append("}\n")
  }

  /// `{"layer":"tcp","stream":3,"nodes":["192.0.2.1:1024","192.0.2.2:80"]}`
  private mutating func appendHead(_ layer: FollowLayer, _ stream: Int, _ first: Endpoint, _ second: Endpoint) {
    text.append("{\"layer\":")
    text.append(jsonString: layer.rawValue)
    text.append(",\"stream\":")
    text.append(json: stream)
    text.append(",\"nodes\":[")
    text.append(jsonString: first.description)
    text.append(",")
    text.append(jsonString: second.description)
    text.append("]}\n")
  }

  /// `{"node":0,"packet":4,"time":1795223731.863828399`
  private mutating func beginPiece(_ side: FlowSide, _ packet: PacketMark?) {
    text.append("{\"node\":")
    text.append(json: Int(side.rawValue))
    text.append(",\"packet\":")
    text.append(json: packet?.number)
    text.append(",\"time\":")
    text.append(nanoseconds: packet?.timestamp.nanoseconds)
  }

  private mutating func appendDump(_ bytes: Span<UInt8>, _ side: FlowSide) {
    var start = 0
    while start < bytes.count {
      let line = bytes.extracting(start..<min(start + 16, bytes.count))
      indent(side)
      appendOffset(offsets[Int(side.rawValue)])
      for index in 0..<16 {
        if index < line.count {
          text.append(hexadecimalByte: line[index])
          text.append(byte: 0x20)
        } else {
          text.append("   ")
        }
        if index == 7 { text.append(byte: 0x20) }
      }
      text.append(byte: 0x20)
      for index in line.indices {
        if index == 8 { text.append(byte: 0x20) }
        text.append(byte: Self.shown(line[index], keepsLines: false))
      }
      text.trimSpaces()
      text.append(byte: 0x0A)
      offsets[Int(side.rawValue)] &+= UInt64(line.count)
      start += 16
    }
  }

  /// Eight digits in capitals at least, and two spaces.
  private mutating func appendOffset(_ offset: UInt64) {
    let digits = String(offset, radix: 16, uppercase: true)
    for _ in digits.utf8.count..<max(8, digits.utf8.count) { text.append(byte: 0x30) }
    text.append(digits)
    text.append("  ")
  }

  private mutating func indent(_ side: FlowSide) {
    if side == .second { text.append(byte: 0x09) }
  }

  private static func shown(_ byte: UInt8, keepsLines: Bool) -> UInt8 {
    (0x20..<0x7F).contains(byte) || (keepsLines && byte == 0x0A) ? byte : 0x2E
  }

  private static let rule = String(repeating: "=", count: 67) + "\n"
}
