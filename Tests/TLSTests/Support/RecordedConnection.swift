import Captures
import TLS
import Wire

/// The bytes of a connection in `Fixtures/sessions.pcap.gz`, as they came.
struct RecordedConnection: Sendable {
  struct Segment: Sendable {
    var side: TLSSide
    /// The offset in the stream of its side.
    var offset: Int64
    var bytes: [UInt8]
  }

  var stream = 0
  var segments: [Segment] = []

  func bytes(_ side: TLSSide) -> [UInt8] { segments.filter { $0.side == side }.flatMap(\.bytes) }

  /// The offset after the last byte.
  func end(_ side: TLSSide) -> Int64 {
    segments.last { $0.side == side }.map { $0.offset + Int64($0.bytes.count) } ?? 0
  }

  /// By the server's port, in the order in which they began.
  static let all: [UInt16: [RecordedConnection]] = {
    do {
      return try read()
    } catch {
      fatalError("sessions.pcap.gz cannot be read: \(error)")
    }
  }()

  /// The capture is one of loopback: nothing is lost or out of order, and the server has the lower port.
  private static func read() throws -> [UInt16: [RecordedConnection]] {
    var reader = try CaptureReader.open(Fixtures.path("sessions.pcap.gz"))
    var order: [[UInt16]] = []
    var connections: [[UInt16]: RecordedConnection] = [:]
    var first: [[UInt16]: [TLSSide: UInt32]] = [:]
    while let frame = try reader.next() {
      let bytes = reader.bytes
      let headers = PacketHeaders(frame, bytes)
      guard headers.isTCP, let tcp = headers.tcp(in: bytes) else { continue }
      let side: TLSSide = tcp.sourcePort < tcp.destinationPort ? .server : .client
      let ports = [tcp.sourcePort, tcp.destinationPort].sorted()
      if connections[ports] == nil {
        connections[ports] = RecordedConnection(stream: order.count)
        order.append(ports)
      }
      if tcp.flags.contains(.syn) { first[ports, default: [:]][side] = tcp.sequence &+ 1 }
      guard !headers.payload.isEmpty, let start = first[ports]?[side] else { continue }
      let payload = bytes.extracting(headers.payload)
      connections[ports]?.segments.append(
        Segment(
          side: side, offset: Int64(tcp.sequence &- start), bytes: payload.indices.map { payload[$0] }))
    }
    return Dictionary(grouping: order, by: { $0[0] }).mapValues { $0.compactMap { connections[$0] } }
  }
}
