import Captures
import ContentCodings
import TestSupport
import Wire

/// A stretch of a stream and who sent it, in the order of the capture.
struct Stretch {
  var isFromClient: Bool
  var offset: Int64
  var bytes: [UInt8]
}

/// A connection of a capture that was recorded on a loopback: complete, and in order.
struct RecordedConnection {
  /// Wireshark's number of it.
  var number: Int
  var stretches: [Stretch] = []

  /// All that one end sent.
  func bytes(fromClient: Bool) -> [UInt8] {
    stretches.filter { $0.isFromClient == fromClient }.flatMap(\.bytes)
  }

  static let names = [
    "caddy", "curl", "grpc", "h2load", "httpx", "nghttp", "nghttp-continuation", "nghttp-window", "nginx-push",
    "nginx-upload", "node",
  ]
  static let upgraded = ["h2o-upgrade", "h2o-nghttp-upgrade"]

  static func path(_ name: String) -> String {
    Repository.file("Tests/HTTP2Tests/Fixtures/captures/\(name).pcap.gz")
  }

  /// The connections of a capture to port 8080 that carry anything. Packets that the loopback's processors recorded in another
  /// order are put in order.
  static func read(_ name: String) throws -> [RecordedConnection] {
    var reader = try CaptureReader.open(path(name))
    var connections: [UInt16: RecordedConnection] = [:]
    var (next, waiting): ([Direction: UInt32], [Direction: [UInt32: [UInt8]]]) = ([:], [:])
    while let frame = try reader.next() {
      let bytes = reader.bytes
      let headers = PacketHeaders(frame, bytes)
      guard headers.isTCP, let header = try? TCPHeader(bytes, at: headers.transportOffset) else { continue }
      let isFromClient = header.destinationPort == 8080
      let port = isFromClient ? header.sourcePort : header.destinationPort
      if connections[port] == nil { connections[port] = RecordedConnection(number: connections.count) }
      let direction = Direction(port: port, isFromClient: isFromClient)
      if header.flags.contains(.syn) { next[direction] = header.sequence &+ 1 }
      let payload = Array(bytes.extracting(headers.payload))
      if !payload.isEmpty { waiting[direction, default: [:]][header.sequence] = payload }
      while let sequence = next[direction], let piece = waiting[direction]?.removeValue(forKey: sequence) {
        next[direction] = sequence &+ UInt32(piece.count)
        let last = connections[port]?.stretches.last { $0.isFromClient == isFromClient }
        let start = last.map { $0.offset + Int64($0.bytes.count) } ?? 0
        connections[port]?.stretches.append(Stretch(isFromClient: isFromClient, offset: start, bytes: piece))
      }
    }
    return connections.values.filter { !$0.stretches.isEmpty }.sorted { $0.number < $1.number }
  }

  private struct Direction: Hashable {
    var port: UInt16
    var isFromClient: Bool
  }
}

extension Array where Element == UInt8 {
  init(_ bytes: Span<UInt8>) {
    self = bytes.indices.map { bytes[$0] }
  }
}

/// The lines of a compressed text file of this module's.
func fixtureLines(_ path: String) throws -> [String] {
  let file = try Files.read(Repository.file("Tests/HTTP2Tests/Fixtures/\(path)"))
  var decoder = try ContentDecoder([.gzip])
  var text: [UInt8] = []
  try decoder.decode(file.span, into: &text)
  try decoder.finish()
  return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
}
