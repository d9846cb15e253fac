import Exchanges
import LinkConditions
import QUIC
import TLS
import VirtualLink
import Wire

/// How connections begin that cross a link: datagrams of QUIC and segments of TLS, as a link looks at them, and what servers say of HTTP/3.
enum BeginningInput {
  /// Takes the datagrams of `QUICInput`, each as a frame.
  static func run(_ input: [UInt8]) {
    var watch = GreetingWatch()
    var greeting = QUICGreeting()
    for datagram in QUICInput(input).datagrams {
      let direction: LinkDirection = datagram.side == .client ? .uplink : .downlink
      greeting.read(datagram.bytes.span)
      for frame in [
        frame(datagram.bytes, direction, port: datagram.isMoved ? 50_001 : 50_000),
        frame(segment(datagram.bytes), direction, isTCP: true),
      ] {
        guard watch.isCandidate(frame.span, direction) else { continue }
        watch.learn(from: frame.span, direction, segment: Int(datagram.bytes.first ?? 0))
        _ = watch.greeting(of: PacketHeaders(frame.span, linkType: .ethernet), frame.span, direction)
      }
    }
    readPieces(input)
    _ = AlternativeService.services(in: String(decoding: input, as: UTF8.self))
  }

  /// A client's stream in pieces: two bytes of place, one of length, and the bytes.
  private static func readPieces(_ input: [UInt8]) {
    var readers = [ClientGreetingReader(.records), ClientGreetingReader(.messages)]
    var place = 0
    while place + 3 <= input.count {
      let offset = Int(Int16(truncatingIfNeeded: Int(input[place]) << 8 | Int(input[place + 1])))
      let piece = Array(input[(place + 3)...].prefix(Int(input[place + 2])))
      for index in readers.indices { readers[index].add(piece.span, at: offset) }
      place += 3 + piece.count
    }
  }

  /// A TCP header whose sequence number is that of the first bytes, and the rest.
  private static func segment(_ bytes: [UInt8]) -> [UInt8] {
    [0xC3, 0x50, 1, 0xBB, 0, 0] + bytes.prefix(2) + [UInt8](repeating: 0, count: max(0, 2 - bytes.count))
      + [0, 0, 0, 0, 0x50, 0x10, 1, 0, 0, 0, 0, 0] + bytes.dropFirst(2)
  }

  /// An Ethernet frame with a datagram, or with a segment that has its header.
  private static func frame(_ bytes: [UInt8], _ direction: LinkDirection, isTCP: Bool = false, port: UInt16 = 0)
    -> [UInt8]
  {
    let isUp = direction == .uplink
    func number(_ value: Int) -> [UInt8] { [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)] }
    let ports = isUp ? [Int(port), 443] : [443, Int(port)]
    let transport = isTCP ? bytes : number(ports[0]) + number(ports[1]) + number(bytes.count + 8) + [0, 0] + bytes
    let addresses: [UInt8] = isUp ? [192, 0, 2, 2, 192, 0, 2, 1] : [192, 0, 2, 1, 192, 0, 2, 2]
    let header: [UInt8] =
      [0x45, 0] + number(transport.count + 20) + [0, 0, 0, 0, 64, isTCP ? 6 : 17, 0, 0] + addresses
    return [UInt8](repeating: 2, count: 12) + [8, 0] + header + transport
  }

  /// The datagrams of QUIC, a ClientHello in two records' pieces, and values of Alt-Svc.
  static var seeds: [[UInt8]] {
    let hello = FarSideInput.hello
    return QUICInput.seeds + [
      [0, 0, 40] + hello.prefix(40) + [0, 40, UInt8(hello.count - 40)] + hello.dropFirst(40),
      Array(#"h3=":443"; ma=3600; persist=1, h3-29="alt.example:8443", "q\"x"=":1""#.utf8), Array("clear".utf8),
    ]
  }
}
