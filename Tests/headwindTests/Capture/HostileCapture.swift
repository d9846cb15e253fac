import TestSupport
import Wire

/// A pcapng file in which whoever could say something says hostile words: names in DNS, heads and bodies of HTTP, the interface's name,
/// comments on packets, the process that a comment names.
struct HostileCapture {
  private(set) var bytes: [UInt8] = []
  private var packets = 0

  /// - Parameter mutating: changes some bytes above the transport at random.
  init(_ words: [String], mutating random: SeededGenerator? = nil) {
    var random = random
    append(block: 0x0A0D_0D0A, little(0x1A2B_3C4D) + [1, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8))
    append(block: 1, [1, 0, 0, 0] + little(262_144) + option(2, words[0]) + option(3, words[0]) + [0, 0, 0, 0])
    for (index, word) in words.enumerated() {
      let talk = UInt16(40_000 + index)
      let text = word.utf8.filter { $0 != 0x0D && $0 != 0x0A && $0 != 0 }
      var payloads = [(udp: true, bytes: Self.query(word)), (udp: true, bytes: Self.answer(word))]
      let plain = word.unicodeScalars.filter { $0.value >= 0x20 && $0 != "\"" && $0 != "\\" }
      let body = "{\"key\": \"\(String(String.UnicodeScalarView(plain)))\"}"
      let request: [[UInt8]] = [
        Array("GET /".utf8), text.filter { $0 > 0x20 }, Array(" HTTP/1.1\r\nHost: ".utf8), text,
        Array("\r\nCookie: a=".utf8), text, Array("\r\n\r\n".utf8),
      ]
      let response: [[UInt8]] = [
        Array("HTTP/1.1 200 ".utf8), text, Array("\r\nContent-Type: application/json; ".utf8), text,
        Array("\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8),
      ]
      payloads += [(false, Array(request.joined())), (false, Array(response.joined()))]
      for (number, payload) in payloads.enumerated() {
        var bytes = payload.bytes
        if var generator = random {
          for _ in 0..<3 { bytes[generator.below(bytes.count)] = UInt8(generator.below(256)) }
          random = generator
        }
        let isBack = number % 2 == 1
        append(
          packet(payload.udp, port: talk, isBack, bytes, behind: payloads[2].bytes.count),
          comments: [word, "process \(word), pid 12"])
      }
    }
  }

  /// A question for a name of which the words are a label.
  private static func query(_ word: String) -> [UInt8] {
    [0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0] + name(word) + [0, 1, 0, 1]
  }

  /// Its answer: a name again, and text.
  private static func answer(_ word: String) -> [UInt8] {
    let text = Array(word.utf8.prefix(200))
    var bytes: [UInt8] = [0, 1, 0x81, 0x80, 0, 1, 0, 2, 0, 0, 0, 0] + name(word) + [0, 1, 0, 1]
    bytes += name(word) + [0, 5, 0, 1, 0, 0, 0, 60, 0, UInt8(name(word).count)] + name(word)
    bytes += name(word) + [0, 16, 0, 1, 0, 0, 0, 60, 0, UInt8(text.count + 1), UInt8(text.count)] + text
    return bytes
  }

  private static func name(_ word: String) -> [UInt8] {
    let label = Array(word.utf8.prefix(63))
    return [UInt8(label.count)] + label + [4] + Array("test".utf8) + [0]
  }

  /// A datagram to or from port 53, or a segment to or from port 80 that follows those before it.
  private func packet(_ isUDP: Bool, port: UInt16, _ isBack: Bool, _ payload: [UInt8], behind: Int) -> [UInt8] {
    var bytes: [UInt8] = [2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 8, 0]
    let ends = [IPv4Address(rawValue: 0x0A00_0001), IPv4Address(rawValue: 0x0A00_0002)]
    let (here, there) = isBack ? (ends[1], ends[0]) : (ends[0], ends[1])
    IPv4Header(
      source: here, destination: there, protocolNumber: isUDP ? .udp : .tcp,
      payloadLength: (isUDP ? 8 : 20) + payload.count
    ).append(to: &bytes)
    let server: UInt16 = isUDP ? 53 : 80
    let ports = isBack ? (server, port) : (port, server)
    if isUDP {
      UDPHeader(sourcePort: ports.0, destinationPort: ports.1, payloadLength: payload.count).append(to: &bytes)
    } else {
      TCPHeader(
        sourcePort: ports.0, destinationPort: ports.1, sequence: 1, acknowledgment: isBack ? UInt32(1 + behind) : 1,
        flags: .ack, window: 65535
      ).append(to: &bytes)
    }
    return bytes + payload
  }

  private mutating func append(_ packet: [UInt8], comments: [String]) {
    packets += 1
    let padded = packet + [UInt8](repeating: 0, count: (4 - packet.count % 4) % 4)
    let head = little(0) + little(0x0006_0000) + little(UInt32(packets) * 1000)
    let size = little(UInt32(packet.count))
    append(block: 6, head + size + size + padded + comments.flatMap { option(1, $0) } + [0, 0, 0, 0])
  }

  private mutating func append(block type: UInt32, _ body: [UInt8]) {
    let length = little(UInt32(body.count + 12))
    bytes += little(type) + length + body + length
  }

  private func option(_ code: UInt16, _ text: String) -> [UInt8] {
    let value = Array(text.utf8)
    let padding = [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
    return [UInt8(code), 0, UInt8(value.count & 255), UInt8(value.count >> 8)] + value + padding
  }

  private func little(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
}
