import Dissection
import Exchanges
import Streams
import TestSupport
import Testing
import Wire

/// Clients of HTTP/2 that want to use up memory or time: what is held stays within the budget.
@Suite struct HTTP2FloodTests {
  /// The frames of an endless client.
  enum Flood: CaseIterable {
    /// Streams that are opened and reset (CVE-2023-44487).
    case resets
    /// A block of fields that goes on and on (CVE-2024-27316).
    case continuations
    /// Fields that all refer to a long one in the table.
    case fields
    /// Streams that are never ended.
    case streams
    /// WINDOW_UPDATE, SETTINGS and PING without anything else.
    case windows
    /// Bodies of a byte in a frame.
    case crumbs

    private static let request: [UInt8] = [0x82, 0x87, 0x84, 0x41, 1, 0x61]

    /// The frames of a round, on a stream that no round before used.
    func frames(_ round: Int) -> [UInt8] {
      let stream = UInt32(2 * round + 3)
      switch self {
      case .resets:
        return Self.frame(1, 5, stream, Self.request) + Self.frame(3, 0, stream, [0, 0, 0, 8])
      case .continuations:
        let piece = [UInt8](repeating: 0x82, count: 600)
        return (round == 0 ? Self.frame(1, 1, 3, Self.request) : []) + Self.frame(9, 0, 3, piece)
      case .fields:
        // A value of 3,000 bytes is entered once, and each block has it 600 times.
        let entry: [UInt8] = [0x40, 1, 0x61, 0x7F, 0xB9, 0x16] + [UInt8](repeating: 0x62, count: 3000)
        let block = Self.request + [UInt8](repeating: 0xBE, count: 600)
        return round == 0 ? Self.frame(1, 5, 3, Self.request + entry) : Self.frame(1, 5, stream, block)
      case .streams: return Self.frame(1, 4, stream, Self.request)
      case .windows:
        return Self.frame(8, 0, 0, [0, 0, 0, 1]) + Self.frame(4, 0, 0, [0, 4, 0, 0, 0, UInt8(round & 127)])
          + Self.frame(6, 0, 0, [0, 0, 0, 0, 0, 0, 0, 0])
      case .crumbs: return (round == 0 ? Self.frame(1, 4, 3, Self.request) : []) + Self.frame(0, 0, 3, [0x78])
      }
    }

    private static func frame(_ type: UInt8, _ flags: UInt8, _ stream: UInt32, _ payload: [UInt8]) -> [UInt8] {
      let length = payload.count
      return [UInt8(length >> 16), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), type, flags]
        + (0..<4).map { UInt8(truncatingIfNeeded: stream >> (24 - 8 * $0)) } + payload
    }
  }

  private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]

  /// The packets of a flood, each with as many rounds as fit.
  private static func packets(_ flood: Flood, rounds: Int, _ body: (Frame, Span<UInt8>) -> Void) {
    let client = Endpoint(address: .v4(IPv4Address(10, 0, 0, 1)), port: 5000)
    let server = Endpoint(address: .v4(IPv4Address(10, 0, 0, 2)), port: 80)
    var (sequence, number): (UInt32, Int) = (1000, 0)
    func send(_ payload: [UInt8], _ flags: TCPFlags) {
      number += 1
      var packet = Packet(
        from: client, to: server, sequence: sequence, acknowledgment: 1, flags: flags, payload: payload)
      packet.time = number
      sequence &+= UInt32(payload.count) + (flags.contains(.syn) ? 1 : 0)
      body(HTTPReader.frame(number, packet), packet.bytes.span)
    }
    send([], .syn)
    var waiting = preface
    for round in 0..<rounds {
      waiting += flood.frames(round)
      if waiting.count < 1000, round + 1 < rounds { continue }
      send(waiting, .ack)
      waiting = []
    }
  }

  @Test(arguments: Flood.allCases) func theListStaysWithinItsMemory(_ flood: Flood) {
    var options = HTTPOptions()
    options.memory = 4 << 20
    options.keepsAll = true
    var reader = HTTPReader(options)
    var (peak, count) = (0, 0)
    let rounds = flood == .fields ? 2000 : 20_000
    Self.packets(flood, rounds: rounds) { frame, bytes in
      reader.read(frame, bytes)
      while reader.next() != nil { count += 1 }
      peak = max(peak, reader.heldBytes)
    }
    reader.finish()
    while reader.next() != nil { count += 1 }
    #expect(peak <= 4 << 20, "\(peak)")
    switch flood {
    case .resets, .streams, .fields: #expect(count == rounds)
    case .continuations, .crumbs: #expect(count <= 2)
    case .windows: #expect(count == 0)
    }
  }

  @Test(arguments: Flood.allCases) func theTreeStaysWithinItsMemory(_ flood: Flood) {
    var dissector = PacketDissector(memory: 4 << 20)
    Self.packets(flood, rounds: flood == .fields ? 300 : 3000) { frame, bytes in dissector.dissect(frame, bytes) }
    let peak = dissector.summary.largestHeldBytes
    #expect(peak <= 4 << 20, "\(peak)")
  }
}
