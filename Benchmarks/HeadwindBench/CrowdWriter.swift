import Captures
import Glibc
import Wire

/// Writes packets of many clients of one server, a microsecond apart.
struct CrowdWriter: ~Copyable {
  /// 600 bytes that begin no message.
  static let text = [UInt8](repeating: UInt8(ascii: "x"), count: 600)[...]
  private static let server: PacketBytes.Socket = (0x0A02_0001, 80)
  private static let piece = 60_000

  private var writer: CaptureWriter
  private var number = 0

  init(_ path: String) throws {
    writer = try CaptureWriter.create(
      path == "-" ? "/dev/stdout" : path, format: .pcap,
      interfaces: [.init(linkType: .ethernet, resolution: .microseconds)])
  }

  private static func client(_ index: Int) -> PacketBytes.Socket {
    (0x0A01_0000 + UInt32(index / 50_000), UInt16(10_000 + index % 50_000))
  }

  private mutating func write(_ packet: [UInt8]) throws {
    number += 1
    let time = Timestamp(nanoseconds: 1_700_000_000_000_000_000 + Int64(number) * 1000)
    try writer.write(
      Frame(number: number, timestamp: time, linkType: .ethernet, originalLength: packet.count), packet.span)
  }

  mutating func synchronize(_ index: Int) throws {
    try write(
      PacketBytes.tcp(
        from: Self.client(index), to: Self.server, sequence: 999, acknowledgement: 0, flags: 0x02, []))
  }

  /// The client's stream begins at sequence number 1000, the server's at 5000.
  mutating func handshake(_ index: Int) throws {
    try synchronize(index)
    try write(
      PacketBytes.tcp(
        from: Self.server, to: Self.client(index), sequence: 4999, acknowledgement: 1000, flags: 0x12, []))
  }

  mutating func request(_ index: Int, at offset: UInt32, _ payload: ArraySlice<UInt8>) throws {
    try write(
      PacketBytes.tcp(
        from: Self.client(index), to: Self.server, sequence: 1000 &+ offset, acknowledgement: 5000, flags: 0x18, payload
      ))
  }

  mutating func response(_ index: Int, at offset: UInt32, _ payload: ArraySlice<UInt8>) throws {
    try write(
      PacketBytes.tcp(
        from: Self.server, to: Self.client(index), sequence: 5000 &+ offset, acknowledgement: 1100, flags: 0x18, payload
      ))
  }

  mutating func datagram(_ index: Int) throws {
    try write(
      PacketBytes.udp(from: Self.client(index), to: (0x0A02_0000 + UInt32(index / 50_000), 9000), [1, 2, 3, 4]))
  }

  /// One upload: its head, a hole, and `length` bytes of its body, each piece in as many copies that differ.
  mutating func body(_ length: Int, hole: UInt32, copies: UInt8) throws {
    try handshake(0)
    let head = Array("POST / HTTP/1.1\r\nHost: a.example\r\nContent-Length: \(length)\r\n\r\n".utf8)
    try request(0, at: 0, head[...])
    let pieces = (0..<copies).map { [UInt8](repeating: UInt8(ascii: "x") + $0, count: Self.piece) }
    var offset = UInt32(head.count) &+ hole
    var sent = 0
    while sent < length {
      let count = min(Self.piece, length - sent)
      for piece in pieces { try request(0, at: offset, piece[..<count]) }
      offset &+= UInt32(count)
      sent += count
    }
  }

  consuming func close() throws { try writer.close() }
}
