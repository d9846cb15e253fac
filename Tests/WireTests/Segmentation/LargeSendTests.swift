import TestSupport
import Testing

@testable import Wire

/// Cuts random large sends and reads the pieces as a receiver would.
@Suite struct LargeSendTests {
  struct Shape: CustomTestStringConvertible {
    var isIPv6: Bool
    var transport: LargeSend.Transport
    var tags: Int

    var testDescription: String { "\(isIPv6 ? "IPv6" : "IPv4") \(transport), \(tags) VLAN tags" }
  }

  static let shapes = [false, true].flatMap { isIPv6 in
    [LargeSend.Transport.tcp, .udp].flatMap { transport in
      [0, 1, 2].map { Shape(isIPv6: isIPv6, transport: transport, tags: $0) }
    }
  }

  @Test(arguments: shapes)
  func piecesAreWhatTheSenderMeant(_ shape: Shape) throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<60 {
      let payload = (0..<Int.random(in: 0...9000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random)
      }
      let options = shape.transport == .tcp ? Int.random(in: 0...10, using: &random) * 4 : 0
      let segmentPayload = Int.random(in: 1...1448, using: &random)
      let large = Self.frame(shape, payload: payload, tcpOptions: options, flags: 0xFF)
      let transportOffset = 14 + shape.tags * 4 + (shape.isIPv6 ? 40 : 24)
      let cut = LargeSend(
        large.span, transport: shape.transport, transportOffset: transportOffset, segmentPayload: segmentPayload)
      let send = try #require(cut)
      #expect(send.segmentCount == max(1, (payload.count + segmentPayload - 1) / segmentPayload))
      var joined: [UInt8] = []
      for index in 0..<send.segmentCount {
        var piece = Array(large[..<send.payloadOffset]) + large[send.payload(of: index)]
        var bytes = piece.mutableSpan
        send.finish(segment: index, in: &bytes)
        try check(piece, index, of: send, shape, whole: large, before: joined.count)
        joined += piece[send.payloadOffset...]
      }
      #expect(joined == payload)
    }
  }

  private func check(
    _ piece: [UInt8], _ index: Int, of send: LargeSend, _ shape: Shape, whole: [UInt8], before: Int
  ) throws {
    let headers = PacketHeaders(piece.span, linkType: .ethernet)
    #expect(headers.stop == .complete)
    #expect(headers.networkOffset + headers.networkLength == piece.count)
    if !shape.isIPv6 {
      let ip = try IPv4Header(piece.span, at: headers.networkOffset)
      #expect(ip.identification == 0xFFF0 &+ UInt16(index))
      let checksum = InternetChecksum.of(piece.span, in: headers.networkOffset..<headers.transportOffset)
      #expect(checksum == 0)
    }
    let source = headers.source(in: piece.span)
    let destination = headers.destination(in: piece.span)
    let addresses = try (#require(source), #require(destination))
    let sum = TransportChecksum.pseudoHeader(
      source: addresses.0, destination: addresses.1, protocolNumber: headers.transport, length: headers.segment.count)
    let pseudoHeader = try #require(sum)
    let addsUp = TransportChecksum.verify(piece.span, in: headers.segment, pseudoHeader: pseudoHeader)
    #expect(addsUp)
    guard shape.transport == .tcp else {
      let length = Int(piece[headers.transportOffset + 4]) << 8 | Int(piece[headers.transportOffset + 5])
      #expect(length == headers.segment.count)
      return
    }
    let tcp = try TCPHeader(piece.span, at: headers.transportOffset)
    #expect(tcp.sequence == 0xFFFF_F000 &+ UInt32(before))
    let isLast = index == send.segmentCount - 1
    #expect(tcp.flags.contains(.fin) == isLast)
    #expect(tcp.flags.contains(.psh) == isLast)
    #expect(tcp.flags.contains(.cwr) == (index == 0))
    #expect(tcp.flags.isSuperset(of: [.ack, .urg, .ece]))
  }

  /// A smaller large send, cut as its receiver would, must give the very pieces of the whole that it is made of.
  @Test(arguments: shapes)
  func runsOfPiecesAreThosePieces(_ shape: Shape) throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<60 {
      let payload = (0..<Int.random(in: 1...9000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random)
      }
      let options = shape.transport == .tcp ? Int.random(in: 0...10, using: &random) * 4 : 0
      let segmentPayload = Int.random(in: 100...1448, using: &random)
      let large = Self.frame(shape, payload: payload, tcpOptions: options, flags: 0xFF)
      let transportOffset = 14 + shape.tags * 4 + (shape.isIPv6 ? 40 : 24)
      func read(_ frame: [UInt8]) throws -> LargeSend {
        let send = LargeSend(
          frame.span, transport: shape.transport, transportOffset: transportOffset, segmentPayload: segmentPayload)
        return try #require(send)
      }
      func piece(_ index: Int, of frame: [UInt8], _ send: LargeSend) -> [UInt8] {
        var piece = Array(frame[..<send.payloadOffset]) + frame[send.payload(of: index)]
        var bytes = piece.mutableSpan
        send.finish(segment: index, in: &bytes)
        return piece
      }
      let send = try read(large)
      let first = Int.random(in: 0..<send.segmentCount, using: &random)
      let run = first..<Int.random(in: first + 1...send.segmentCount, using: &random)
      var headers = Array(large[..<send.payloadOffset])
      var bytes = headers.mutableSpan
      send.prepare(run, in: &bytes)
      var smaller = headers + large[send.payload(of: run)]
      let again = try read(smaller)
      #expect(again.segmentCount == run.count)
      for (index, original) in run.enumerated() {
        #expect(piece(index, of: smaller, again) == piece(original, of: large, send))
        #expect(send.frameLength(of: original) == piece(original, of: large, send).count)
      }
      guard run.count == 1 else { continue }
      // One piece is a packet that lacks no more than its checksum.
      var span = smaller.mutableSpan
      let fieldOffset = shape.transport == .tcp ? 16 : 6
      PartialChecksum(start: transportOffset, fieldOffset: fieldOffset).complete(in: &span)
      #expect(smaller == piece(first, of: large, send))
    }
  }

  @Test func refusesWhatIsNotWhatItClaims() {
    let shape = Shape(isIPv6: false, transport: .tcp, tags: 0)
    let frame = Self.frame(shape, payload: [1, 2, 3], tcpOptions: 0, flags: 0)
    func isCut(_ bytes: [UInt8], offset: Int = 38, payload: Int = 100) -> Bool {
      LargeSend(bytes.span, transport: .tcp, transportOffset: offset, segmentPayload: payload) != nil
    }
    #expect(isCut(frame))
    #expect(!isCut(frame, payload: 0))
    #expect(!isCut(frame, offset: 34))
    #expect(!isCut(frame, offset: 60000))
    for length in 0..<58 { #expect(!isCut(Array(frame[..<length]))) }
    for offset in [12, 14, 50] {
      var other = frame
      other[offset] = 0xFF
      #expect(!isCut(other))
    }
  }

  @Test func survivesAnyBytes() {
    var random = SeededGenerator(seed: 3)
    var cut = 0
    for _ in 0..<20_000 {
      let shape = Self.shapes[random.below(12)]
      var bytes = Self.frame(shape, payload: [9, 9], tcpOptions: 4, flags: 0)
      for _ in 0..<random.below(5) {
        bytes[Int.random(in: 12..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if random.chance(30) { bytes.removeLast(random.below(bytes.count + 1)) }
      let offset = random.chance(70) ? 14 + shape.tags * 4 + (shape.isIPv6 ? 40 : 24) : random.below(81)
      let send = LargeSend(
        bytes.span, transport: shape.transport, transportOffset: offset, segmentPayload: random.below(4))
      let length = bytes.count
      if let send {
        cut += 1
        #expect(send.segmentCount >= 1 && send.payload(of: send.segmentCount - 1).upperBound <= length)
        var piece = Array(bytes[..<send.payloadOffset]) + bytes[send.payload(of: 0)]
        var span = piece.mutableSpan
        send.finish(segment: 0, in: &span)
      }
      var span = bytes.mutableSpan
      CongestionMark.set(in: &span)
      PartialChecksum(
        start: Int.random(in: 0...99, using: &random), fieldOffset: Int.random(in: 0...99, using: &random)
      ).complete(in: &span)
      #expect(bytes.count == length)
    }
    // Some are large sends still, and most are not.
    #expect((100..<10_000).contains(cut))
  }

  @Test(arguments: [false, true])
  func marksKeepHeadersRight(isIPv6: Bool) throws {
    var frame = Self.frame(Shape(isIPv6: isIPv6, transport: .udp, tags: 1), payload: [1], tcpOptions: 0, flags: 0)
    var span = frame.mutableSpan
    CongestionMark.set(in: &span)
    let headers = PacketHeaders(frame.span, linkType: .ethernet)
    if isIPv6 {
      #expect(frame[headers.networkOffset + 1] & 0x30 == 0x30)
    } else {
      #expect(frame[headers.networkOffset + 1] & 3 == 3)
      let checksum = InternetChecksum.of(frame.span, in: headers.networkOffset..<headers.networkOffset + 24)
      #expect(checksum == 0)
    }
  }

  @Test func completesChecksums() {
    // The field holds the pseudo-header's sum, as CHECKSUM_PARTIAL has it; here that of nothing.
    var bytes: [UInt8] = [7, 0x12, 0x34, 0, 0, 0xFF]
    var span = bytes.mutableSpan
    let isComplete = PartialChecksum(start: 1, fieldOffset: 2).complete(in: &span)
    #expect(isComplete)
    #expect(bytes == [7, 0x12, 0x34, 0xEE, 0xCA, 0xFF])
    var zero: [UInt8] = [0xFF, 0xFF, 0, 0]
    var zeroSpan = zero.mutableSpan
    PartialChecksum(start: 0, fieldOffset: 2).complete(in: &zeroSpan)
    #expect(zero == [0xFF, 0xFF, 0xFF, 0xFF])
  }

  /// An uncut frame: IPv4 with one word of options, or IPv6; checksums are not filled in, as senders leave them.
  private static func frame(_ shape: Shape, payload: [UInt8], tcpOptions: Int, flags: UInt8) -> [UInt8] {
    var frame = [UInt8](repeating: 2, count: 12)
    for tag in 0..<shape.tags {
      frame += [tag == 0 && shape.tags == 2 ? 0x88 : 0x81, tag == 0 && shape.tags == 2 ? 0xA8 : 0, 0, 5]
    }
    let number: UInt8 = shape.transport == .tcp ? 6 : 17
    if shape.isIPv6 {
      frame += [0x86, 0xDD, 0x60, 0, 0, 0, 0, 0, number, 64] + (0..<32).map { UInt8($0 * 7) }
    } else {
      frame += [0x08, 0x00, 0x46, 0, 0, 0, 0xFF, 0xF0, 0x40, 0, 64, number, 0xAA, 0xAA]
      frame += [10, 0, 0, 1, 10, 0, 0, 2, 1, 1, 1, 1]
    }
    switch shape.transport {
    case .tcp:
      frame += [0x12, 0x34, 0, 80, 0xFF, 0xFF, 0xF0, 0, 0, 0, 0, 1, UInt8(5 + tcpOptions / 4) << 4, flags]
      frame += [1, 0, 0xAA, 0xAA, 0, 0] + [UInt8](repeating: 1, count: tcpOptions)
    case .udp: frame += [0x12, 0x34, 0, 80, 0, 0, 0xAA, 0xAA]
    }
    return frame + payload
  }
}
