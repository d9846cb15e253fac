import Dissection
import Wire

/// What two ends say: for each segment a byte of who, which flags and whether it is repeated, a byte that moves its sequence
/// number, a byte of length, and the bytes. So inputs get past headers, and reach what the streams carry.
enum TalkInput {
  static func run(_ input: [UInt8]) {
    var options = HTTPOptions()
    options.memory = 1 << 20
    options.keepsAll = true
    var reader = HTTPReader(options)
    var dissector = PacketDissector()
    var next: [UInt32] = [1000, 900_000]
    var (place, number) = (0, 0)
    while place + 3 <= input.count {
      let (choice, shift, length) = (input[place], Int8(bitPattern: input[place + 1]), Int(input[place + 2]))
      let payload = Array(input[(place + 3)..<min(input.count, place + 3 + length)])
      place += 3 + payload.count
      let speaker = Int(choice & 1)
      var flags: TCPFlags = choice & 2 == 0 ? [.ack, .psh] : []
      if choice & 4 != 0 { flags.insert(.syn) }
      if choice & 8 != 0 { flags.insert(.fin) }
      if choice & 16 != 0 { flags.insert(.rst) }
      let packet = segment(
        speaker, sequence: next[speaker] &+ UInt32(bitPattern: Int32(shift)), acknowledgment: next[1 - speaker], flags,
        payload)
      for _ in 0..<(choice & 32 == 0 ? 1 : 2) {
        number += 1
        let frame = Frame(
          number: number, timestamp: Timestamp(nanoseconds: Int64(number) * 10_000_000), linkType: .raw,
          originalLength: packet.count)
        reader.read(frame, packet.span)
        while reader.next() != nil {}
        dissector.dissect(frame, packet.span)
      }
      next[speaker] &+= UInt32(payload.count) &+ (flags.isDisjoint(with: [.syn, .fin]) ? 0 : 1)
    }
    reader.finish()
    while reader.next() != nil {}
  }

  private static func segment(
    _ speaker: Int, sequence: UInt32, acknowledgment: UInt32, _ flags: TCPFlags, _ payload: [UInt8]
  ) -> [UInt8] {
    let ends: [(IPv4Address, UInt16)] = [(IPv4Address(10, 0, 0, 1), 50_000), (IPv4Address(10, 0, 0, 2), 80)]
    let (from, to) = (ends[speaker], ends[1 - speaker])
    var bytes: [UInt8] = []
    IPv4Header(source: from.0, destination: to.0, protocolNumber: .tcp, payloadLength: 20 + payload.count)
      .append(to: &bytes)
    TCPHeader(
      sourcePort: from.1, destinationPort: to.1, sequence: sequence, acknowledgment: acknowledgment, flags: flags,
      window: 500
    ).append(to: &bytes)
    return bytes + payload
  }

  /// The input that lines said by turns make, the client first.
  static func encode(_ turns: [String]) -> [UInt8] {
    turns.enumerated().reduce(into: []) { input, turn in
      var rest = Array(turn.element.utf8)[...]
      while !rest.isEmpty {
        let piece = rest.prefix(200)
        input += [UInt8(turn.offset & 1), 0, UInt8(piece.count)] + piece
        rest = rest.dropFirst(piece.count)
      }
    }
  }
}
