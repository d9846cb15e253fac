@testable import QUIC
import TestSupport
import Testing
import Wire

/// Variable-length integers, packet numbers, and the small types.
struct CodecTests {
  private static func integer(_ bytes: [UInt8]) -> VariableInteger? { VariableInteger(bytes.span, at: 0) }

  /// RFC 9000 appendix A.1.
  @Test(
    arguments: [
      ([0xC2, 0x19, 0x7C, 0x5E, 0xFF, 0x14, 0xE8, 0x8C], 151_288_809_941_952_652, 8),
      ([0x9D, 0x7F, 0x3E, 0x7D], 494_878_333, 4), ([0x7B, 0xBD], 15293, 2), ([0x25], 37, 1), ([0x40, 0x25], 37, 2),
    ] as [([UInt8], UInt64, Int)])
  func sampleIntegers(bytes: [UInt8], value: UInt64, length: Int) throws {
    let integer = try #require(Self.integer(bytes))
    #expect(integer.value == value)
    #expect(integer.length == length)
    for end in 0..<bytes.count { #expect(Self.integer(Array(bytes[..<end])) == nil) }
  }

  @Test func integersComeBack() throws {
    var generator = SeededGenerator(seed: 9000)
    for _ in 0..<10_000 {
      let value = generator.next() >> UInt64(2 + generator.below(62))
      var bytes: [UInt8] = []
      VariableInteger.append(value, to: &bytes)
      let integer = try #require(Self.integer(bytes))
      #expect(integer.value == value)
      #expect(integer.length == bytes.count)
    }
  }

  /// RFC 9000 appendix A.3.
  @Test func samplePacketNumber() {
    #expect(PacketNumber.decode(0x9B32, length: 2, largest: 0xA82F_30EA) == 0xA82F_9B32)
    #expect(PacketNumber.decode(2, length: 4, largest: nil) == 2)
  }

  /// Whatever number within half a window of the next one is sent, it is understood (RFC 9000 section 17.1).
  @Test func packetNumbersComeBack() {
    var generator = SeededGenerator(seed: 17)
    for _ in 0..<10_000 {
      let largest = generator.next() >> UInt64(3 + generator.below(58))
      let length = 1 + generator.below(4)
      let half = UInt64(1) << UInt64(8 * length - 1)
      let next = largest + 1
      let low = next < half ? 0 : next - half + 1
      let number = UInt64.random(in: low...next + half - 1, using: &generator)
      let truncated = number & (half * 2 - 1)
      #expect(PacketNumber.decode(truncated, length: length, largest: largest) == number)
    }
  }

  @Test func connectionIDsComeBack() throws {
    var generator = SeededGenerator(seed: 5)
    for count in 0...QUICConnectionID.longest {
      let bytes = generator.bytes(count)
      let id = try #require(QUICConnectionID(bytes))
      #expect(id.bytes == bytes)
      #expect(id.count == count)
      if count > 0 { #expect(QUICConnectionID(Array(bytes.dropLast())) != id) }
    }
    #expect(QUICConnectionID([UInt8](repeating: 0, count: 21)) == nil)
  }

  @Test func versions() {
    #expect("\(QUICVersion.v1) \(QUICVersion.v2) \(QUICVersion(rawValue: 0xFF00_001D))" == "1 2 draft-29")
    #expect(QUICVersion(rawValue: 0x5A6A_7A8A).isReserved)
    #expect(!QUICVersion(rawValue: 0xFF00_0001).isRead)
    #expect("\(QUICVersion(rawValue: 0xABCD))" == "0x0000abcd")
  }

  /// Frames as RFC 9000 section 19 lays them out.
  @Test func frames() throws {
    #expect(
      try Self.read([0x02, 0x0A, 0x40, 0x40, 0x01, 0x02, 0x01, 0x03]) == [
        .ack(QUICAcknowledgment(ranges: [8...10, 2...5], delay: 64))
      ])
    #expect(
      try Self.read([0x03, 0x00, 0x00, 0x00, 0x00, 0x01, 0x02, 0x03]) == [
        .ack(
          QUICAcknowledgment(
            ranges: [0...0], delay: 0, congestion: QUICCongestionCounts(ect0: 1, ect1: 2, ce: 3)))
      ])
    #expect(
      try Self.read([0x0F, 0x04, 0x05, 0x02, 0xAA, 0xBB, 0x01, 0, 0, 0]) == [
        .stream(QUICStreamFrame(stream: 4, offset: 5, data: 4..<6, isFinal: true, hasLength: true)), .ping,
        .padding(count: 3),
      ])
    #expect(
      try Self.read([0x08, 0x00, 0x01]) == [
        .stream(QUICStreamFrame(stream: 0, offset: 0, data: 2..<3, isFinal: false, hasLength: false))
      ])
    #expect(
      try Self.read([0x1C, 0x0A, 0x08, 0x02, 0x68, 0x69]) == [
        .connectionClose(QUICCloseFrame(error: 10, isApplication: false, frameType: 8, reason: 4..<6))
      ])
  }

  @Test func badFrames() {
    #expect(throws: QUICFrameError.acknowledgesNothing(at: 4)) { try Self.read([0x02, 0x01, 0x00, 0x00, 0x02]) }
    #expect(throws: QUICFrameError.unknownType(0x2F, at: 1)) { try Self.read([0x01, 0x2F]) }
    #expect(throws: QUICFrameError.truncated(at: 3)) { try Self.read([0x06, 0x00, 0x02, 0x01]) }
    // A stream would end beyond 2^62 - 1.
    #expect(throws: QUICFrameError.badValue(at: 10)) {
      try Self.read([0x0C, 0x00] + [UInt8](repeating: 0xFF, count: 8) + [0x01])
    }
    // More ranges than bytes.
    #expect(throws: QUICFrameError.self) {
      try Self.read([0x02, 0x10, 0x00, 0xFF] + [UInt8](repeating: 0xFF, count: 7))
    }
  }

  private static func read(_ payload: [UInt8]) throws(QUICFrameError) -> [QUICFrame] {
    var reader = QUICFrameReader(payload.span)
    var frames: [QUICFrame] = []
    while let (frame, _) = try reader.next(payload.span) { frames.append(frame) }
    return frames
  }

  /// Any bytes give frames that lie side by side, or an error.
  @Test func anyBytesAreFramesOrAnError() {
    var generator = SeededGenerator(seed: 19)
    for _ in 0..<20_000 {
      let payload = (0..<generator.below(60)).map { _ in
        UInt8(generator.chance(70) ? generator.below(64) : generator.below(256))
      }
      var reader = QUICFrameReader(payload.span)
      var end = 0
      while let found = try? reader.next(payload.span) {
        #expect(found.range.lowerBound == end)
        #expect(found.range.upperBound > end)
        end = found.range.upperBound
      }
      #expect(end <= payload.count)
    }
  }

  @Test func transportParameters() throws {
    let bytes: [UInt8] = [
      0x01, 0x02, 0x67, 0x10, 0x04, 0x01, 0x07, 0x0F, 0x02, 0xAB, 0xCD, 0x0A, 0x01, 0x02, 0x1B, 0x00, 0x6A, 0xB2, 0x00,
    ]
    let parameters = try TransportParameters(bytes.span, 0..<bytes.count)
    #expect(parameters.integer(.maxIdleTimeout) == 10000)
    #expect(parameters.integer(.initialMaxData) == 7)
    #expect(parameters.connectionID(.initialSourceConnectionID)?.bytes == [0xAB, 0xCD])
    #expect(parameters.ackDelayExponent == 2)
    #expect(parameters.maxAckDelay == 25_000_000)
    #expect(parameters[.greaseQUICBit] == [])
    #expect(parameters.entries.map(\.parameter.description).contains("GREASE"))
    #expect(throws: QUICFrameError.self) { try TransportParameters(bytes.span, 0..<bytes.count - 4) }
  }
}
