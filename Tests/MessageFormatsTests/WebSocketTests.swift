import MessageFormats
import TestSupport
import Testing

@Suite struct WebSocketTests {
  /// Keeps what was said, in the words of the vectors.
  struct Log: WebSocketReceiver {
    var told: [String] = []
    var faults: [WebSocketFault] = []
    var data: [UInt8] = []
    var messages: [WebSocketMessage] = []
    var missing: Int64 = 0
    var losses = 0
    var frames = 0

    mutating func receive(frame: WebSocketFrameHeader, _ range: Range<Int64>) { frames += 1 }
    mutating func receive(data: Span<UInt8>, of kind: WebSocketMessageKind) {
      for index in data.indices { self.data.append(data[index]) }
    }
    mutating func receive(missing count: Int64, of kind: WebSocketMessageKind) { missing += count }
    mutating func receive(message: WebSocketMessage) {
      #expect(message.count == Int64(data.count))
      told.append("\(message.kind) \(data.count) \(CRC32.of(data)) \(message.fragmentCount)")
      messages.append(message)
      data = []
    }
    mutating func receive(control: WebSocketFrameHeader.Opcode, payload: Span<UInt8>) {
      told.append((control == .ping ? "ping " : "pong ") + Vectors.hex(payload.indices.map { payload[$0] }))
    }
    mutating func receive(close code: UInt16?, reason: Span<UInt8>) {
      told.append("close \(code ?? 0) " + Vectors.hex(reason.indices.map { reason[$0] }))
    }
    mutating func receive(fault: WebSocketFault, at offset: Int64) { faults.append(fault) }
    mutating func receiveLoss(at offset: Int64) { losses += 1 }
  }

  // What wsproto wrote: masked and not, in fragments, compressed with and without a context, in pieces of any size.
  @Test(arguments: [1, 13, 4000, 1 << 20]) func messagesAreReadAsTheyWereWritten(_ most: Int) throws {
    var random = SeededGenerator(seed: 2)
    var expected: [String] = []
    var log = Log()
    var header: [String] = []
    var count = 0
    func check() {
      #expect(log.told == expected, "\(header)")
      #expect(log.faults.isEmpty)
      (expected, log) = ([], Log())
    }
    for line in try Vectors.lines("websocket") {
      switch line[0] {
      case "stream":
        check()
        header = line
      case "wire":
        var deflate: WebSocketDeflate?
        if header[2] == "deflate" {
          deflate = WebSocketDeflate()
          deflate?.clientTakesContextOver = header[3] == "takeover"
          deflate?.serverTakesContextOver = header[3] == "takeover"
        }
        var reader = WebSocketReader(isFromClient: header[1] == "client", deflate: deflate)
        for piece in Vectors.pieces(Vectors.bytes(line[1]), &random, most: most) { reader.read(piece.span, to: &log) }
        reader.finish(to: &log)
        count += 1
      default: expected.append(line.joined(separator: " "))
      }
    }
    check()
    #expect(count == 40)
  }

  // RFC 6455 section 5.7.
  private static let hello: [UInt8] = [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]

  @Test func aGapWithinAPayloadCostsItsBytes() {
    var reader = WebSocketReader(isFromClient: true)
    var log = Log()
    let (first, last) = (Array(Self.hello[..<7]), Array(Self.hello[9...]))
    reader.read(first.span, to: &log)
    reader.miss(2, to: &log)
    reader.read(last.span, to: &log)
    reader.read(Self.hello.span, to: &log)
    #expect(log.messages.map(\.missing) == [2, 0] && log.messages.map(\.isWhole) == [false, true])
    #expect(log.missing == 2)
    reader.miss(1, to: &log)
    reader.read(Self.hello.span, to: &log)
    #expect(log.losses == 1 && log.frames == 2)
  }

  @Test(arguments: [
    ([0x83, 0x80, 0, 0, 0, 0], WebSocketFault.opcode), ([0x91, 0x80, 0, 0, 0, 0], .reservedBits),
    ([0x81, 0xFE, 0, 1, 0, 0, 0, 0, 1], .length), ([0x09, 0x80, 0, 0, 0, 0], .controlFrame),
    ([0x80, 0x80, 0, 0, 0, 0], .fragmentation), ([0x81, 0x00], .masking),
    ([0x88, 0x81, 0, 0, 0, 0, 3], .closeCode), ([0x81, 0x82, 0, 0, 0, 0, 1], .cutShort),
    ([0xC1, 0x82, 0, 0, 0, 0, 0x06, 0xFF], .compression),
  ])
  func faultsAreSaid(_ bytes: [UInt8], _ fault: WebSocketFault) {
    var reader = WebSocketReader(isFromClient: true, deflate: fault == .compression ? WebSocketDeflate() : nil)
    var log = Log()
    reader.read(bytes.span, to: &log)
    reader.finish(to: &log)
    #expect(log.faults.first == fault, "\(log.faults)")
  }

  // A kilobyte that inflates to a megabyte.
  @Test func compressedMessagesAreBounded() throws {
    let line = try #require(try Vectors.lines("websocket").first { $0[0] == "wire" && $0[1].hasPrefix("c1") })
    var reader = WebSocketReader(
      isFromClient: line[1].dropFirst(2).hasPrefix("8"), deflate: WebSocketDeflate(), limit: 3)
    var log = Log()
    let bytes = Vectors.bytes(line[1])
    reader.read(bytes.span, to: &log)
    #expect(log.messages.allSatisfy { $0.count <= 3 })
  }

  @Test func whatWasAgreedIsRead() {
    func deflate(_ text: String) -> WebSocketDeflate? {
      let value = Array(text.utf8)
      return WebSocketDeflate(response: value.span)
    }
    #expect(deflate("x-webkit") == nil)
    #expect(deflate("permessage-deflate") == WebSocketDeflate())
    #expect(
      deflate("a, permessage-deflate; server_no_context_takeover; client_max_window_bits=9")?.serverTakesContextOver
        == false)
  }

  @Test func anyBytesAreTaken() {
    var random = SeededGenerator(seed: 6)
    for round in 0..<FuzzCount.or(500) {
      var reader = WebSocketReader(isFromClient: round & 1 == 0, deflate: round & 2 == 0 ? nil : WebSocketDeflate())
      var log = Log()
      for _ in 0..<4 {
        let bytes = random.bytes(random.below(40)).map { $0 & (random.chance(50) ? 0xFF : 0x8F) }
        reader.read(bytes.span, to: &log)
        if random.chance(20) { reader.miss(Int64(random.below(9)), to: &log) }
      }
      reader.finish(to: &log)
    }
  }
}

/// The checksum of zlib's, by the book.
enum CRC32 {
  static func of(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = .max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~crc
  }
}
