import HTTP2
import Wire

/// Frames as tests write them.
enum TestFrame {
  static func bytes(
    _ type: HTTP2FrameType, _ flags: HTTP2FrameFlags = [], stream: UInt32 = 0, _ payload: [UInt8] = []
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    HTTP2FrameHeader(payloadLength: payload.count, type: type, flags: flags, stream: stream).append(to: &bytes)
    return bytes + payload
  }

  static func settings(_ settings: [(HTTP2Setting.Identifier, UInt32)] = []) -> [UInt8] {
    var payload: [UInt8] = []
    for (identifier, value) in settings {
      payload.append(bigEndian: identifier.rawValue)
      payload.append(bigEndian: value)
    }
    return bytes(.settings, payload)
  }

  static let acknowledgment = bytes(.settings, .ack)

  /// A frame of the connection.
  static func bytes(_ type: HTTP2FrameType, _ payload: [UInt8]) -> [UInt8] { bytes(type, [], stream: 0, payload) }

  static func windowUpdate(_ stream: UInt32, _ increment: UInt32) -> [UInt8] {
    bytes(.windowUpdate, stream: stream, number(increment))
  }

  static func reset(_ stream: UInt32, _ code: HTTP2ErrorCode) -> [UInt8] {
    bytes(.resetStream, stream: stream, number(code.rawValue))
  }

  static func data(_ stream: UInt32, _ payload: [UInt8], ends: Bool = false) -> [UInt8] {
    bytes(.data, ends ? .endStream : [], stream: stream, payload)
  }

  /// Fields as literals that enter no table.
  static func block(_ fields: [(String, String)]) -> [UInt8] {
    fields.reduce(into: []) { block, field in
      block.append(0)
      HPACKTestEncoder.append(field.0.utf8.count, prefix: 7, first: 0, &block)
      block += field.0.utf8
      HPACKTestEncoder.append(field.1.utf8.count, prefix: 7, first: 0, &block)
      block += field.1.utf8
    }
  }

  static let request = block([(":method", "GET"), (":scheme", "http"), (":path", "/"), (":authority", "a")])

  static func headers(_ stream: UInt32, _ block: [UInt8], ends: Bool = false) -> [UInt8] {
    bytes(.headers, ends ? [.endHeaders, .endStream] : .endHeaders, stream: stream, block)
  }

  static func number(_ number: UInt32) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: number)
    return bytes
  }
}

/// A connection that a test plays, with the first side as the client.
struct TestTalk {
  var connection: HTTP2Connection
  var log = ConnectionLog()
  private var offsets: [Int64] = [0, 0]

  init(_ start: HTTP2Connection.Start = .beginning, limits: HTTP2Limits = HTTP2Limits(), greets: Bool = true) {
    connection = HTTP2Connection(start, limits: limits)
    guard greets else { return }
    client(HTTP2FrameReader.preface, TestFrame.settings())
    server(TestFrame.settings(), TestFrame.acknowledgment)
    client(TestFrame.acknowledgment)
    log.entries = []
  }

  mutating func client(_ frames: [UInt8]...) { say(.first, frames.flatMap { $0 }) }
  mutating func server(_ frames: [UInt8]...) { say(.second, frames.flatMap { $0 }) }

  mutating func say(_ side: HTTP2Side, _ bytes: [UInt8]) {
    connection.receive(bytes.span, at: offsets[Int(side.rawValue)], from: side, to: &log)
    offsets[Int(side.rawValue)] += Int64(bytes.count)
  }

  mutating func miss(_ side: HTTP2Side, _ count: Int64) {
    connection.miss(count, from: side, to: &log)
    offsets[Int(side.rawValue)] += count
  }

  /// What was said, without the frames themselves.
  var events: [ConnectionLog.Event] {
    log.entries.map(\.event).filter { if case .frame = $0 { false } else { true } }
  }
}
