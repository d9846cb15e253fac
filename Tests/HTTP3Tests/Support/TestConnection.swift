import HTTP3
import Wire

/// A connection to which tests write stream bytes, and what it says.
struct TestConnection {
  var connection: HTTP3Connection
  var log = ConnectionLog()
  /// How long the pieces are in which bytes are given.
  let piece: Int
  private var offsets: [UInt64: Pair<Int64>] = [:]

  init(limits: HTTP3Limits = HTTP3Limits(), piece: Int = .max) {
    connection = HTTP3Connection(limits: limits)
    self.piece = piece
  }

  mutating func send(_ side: HTTP3Side, _ stream: UInt64, _ bytes: [UInt8], ends: Bool = false) {
    var place = 0
    while place < bytes.count {
      let end = piece < bytes.count - place ? place + piece : bytes.count
      connection.receive(
        bytes.span.extracting(place..<end), stream: stream, at: offset(stream, side) + Int64(place), from: side,
        to: &log)
      place = end
    }
    move(bytes.count, stream, side)
    if ends { connection.end(stream: stream, from: side, to: &log) }
  }

  mutating func miss(_ side: HTTP3Side, _ stream: UInt64, _ count: Int) {
    connection.miss(Int64(count), stream: stream, from: side, to: &log)
    move(count, stream, side)
  }

  mutating func reset(_ side: HTTP3Side, _ stream: UInt64, _ code: HTTP3ErrorCode) {
    connection.reset(stream: stream, code: code, from: side, to: &log)
  }

  /// Bytes at an offset of the test's own.
  mutating func give(_ side: HTTP3Side, _ stream: UInt64, _ bytes: [UInt8], at offset: Int64) {
    connection.receive(bytes.span, stream: stream, at: offset, from: side, to: &log)
  }

  mutating func datagram(_ side: HTTP3Side, _ bytes: [UInt8]) {
    connection.receive(datagram: bytes.span, from: side, to: &log)
  }

  private func offset(_ stream: UInt64, _ side: HTTP3Side) -> Int64 { offsets[stream]?[Int(side.rawValue)] ?? 0 }

  private mutating func move(_ count: Int, _ stream: UInt64, _ side: HTTP3Side) {
    var pair = offsets[stream] ?? Pair(0, 0)
    pair[Int(side.rawValue)] += Int64(count)
    offsets[stream] = pair
  }
}

/// Frames and streams as tests write them.
enum TestFrame {
  static func bytes(_ type: HTTP3FrameType, _ payload: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    VariableInteger.append(type.rawValue, to: &bytes)
    VariableInteger.append(UInt64(payload.count), to: &bytes)
    return bytes + payload
  }

  static func number(_ type: HTTP3FrameType, _ number: UInt64) -> [UInt8] { bytes(type, integer(number)) }

  static func settings(_ settings: [(HTTP3Setting.Identifier, UInt64)]) -> [UInt8] {
    bytes(.settings, settings.flatMap { integer($0.0.rawValue) + integer($0.1) })
  }

  static func integer(_ number: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    VariableInteger.append(number, to: &bytes)
    return bytes
  }

  /// Fields as literals, which need no table.
  static func section(_ fields: [(String, String)]) -> [UInt8] {
    fields.reduce(into: [0, 0]) { section, field in
      QPACKTestEncoder.append(field.0.utf8.count, prefix: 3, first: 0x20, &section)
      section += field.0.utf8
      QPACKTestEncoder.append(field.1.utf8.count, prefix: 7, first: 0, &section)
      section += field.1.utf8
    }
  }

  static func headers(_ fields: [(String, String)]) -> [UInt8] { bytes(.headers, section(fields)) }

  static let get: [(String, String)] = [
    (":method", "GET"), (":scheme", "https"), (":authority", "a.example"), (":path", "/"),
  ]

  static func fields(_ fields: [(String, String)]) -> [TestField] { fields.map { TestField($0.0, $0.1) } }
}
