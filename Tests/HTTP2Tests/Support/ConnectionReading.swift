import HTTP2
import Testing

/// Reading recorded connections; the client is the first side.
enum ConnectionReading {
  /// Where HTTP/2 begins in what an end of an upgraded connection sent: after the head of HTTP/1.1.
  static func beginning(_ bytes: [UInt8]) throws -> Int {
    let end = Array("\r\n\r\n".utf8)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: end) })
    return place + end.count
  }

  static func connection(_ recorded: RecordedConnection, isUpgraded: Bool) -> HTTP2Connection {
    guard isUpgraded else { return HTTP2Connection() }
    let head = String(decoding: recorded.bytes(fromClient: true).prefix(1000), as: UTF8.self)
    let line = head.split(whereSeparator: \.isNewline).first { $0.lowercased().hasPrefix("http2-settings:") } ?? ""
    let value = Array(line.utf8.dropFirst("http2-settings: ".utf8.count))
    return HTTP2Connection(.upgrade(client: .first, settings: HTTP2Settings.list(headerField: value.span) ?? []))
  }

  /// What all stretches say, in the order of the capture.
  static func log(of recorded: RecordedConnection, isUpgraded: Bool = false) throws -> ConnectionLog {
    var log = ConnectionLog()
    var connection = connection(recorded, isUpgraded: isUpgraded)
    let starts =
      isUpgraded
      ? [
        Int64(try beginning(recorded.bytes(fromClient: true))), Int64(try beginning(recorded.bytes(fromClient: false))),
      ] : [0, 0]
    for stretch in recorded.stretches {
      let start = starts[stretch.isFromClient ? 0 : 1]
      let skipped = Int(max(0, min(Int64(stretch.bytes.count), start - stretch.offset)))
      guard skipped < stretch.bytes.count else { continue }
      let bytes = Array(stretch.bytes[skipped...])
      connection.receive(
        bytes.span, at: stretch.offset + Int64(skipped), from: stretch.isFromClient ? .first : .second, to: &log)
    }
    for side in HTTP2Side.allCases { connection.finish(side, to: &log) }
    return log
  }
}
