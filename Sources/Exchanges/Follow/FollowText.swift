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
    text.append("\n" + Self.rule)
    text.append("Follow: \(layer),\(mode)\n")
    text.append("Filter: \(layer == .udp ? "udp" : "tcp").stream eq \(stream)\n")
    text.append("Node 0: \(first)\nNode 1: \(second)\n")
  }

  mutating func end() { text.append(Self.rule) }

  /// Writes what a packet, or a message, brought.
  mutating func append(_ bytes: Span<UInt8>, of side: FlowSide) {
    guard bytes.count > 0 else { return }
    switch mode {
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
  mutating func appendMissing(_ count: Int64, of side: FlowSide) {
    append((Array("[\(count) bytes missing in capture file]".utf8) + [0]).span, of: side)
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
