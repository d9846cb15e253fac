import BackPressure
import NIOCore
import NIOEmbedded
import Testing

@Suite struct PacedReaderTests {
  /// Notes what is passed on, and asks for reads as it is told.
  private final class Reader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    var bytes: [UInt8] = []
    var pieces: [Int] = []
    var hasEnded = false
    var whenRead: (ChannelHandlerContext) -> Void = { _ in }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let piece = unwrapInboundIn(data)
      bytes += piece.readableBytesView
      pieces.append(piece.readableBytes)
      whenRead(context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case ChannelEvent.inputClosed = event { hasEnded = true }
    }
  }

  private static let stream = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) }

  /// A handler in front of the reader that holds reads back.
  private final class Gate: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    var gate = ReadGate()
    func read(context: ChannelHandlerContext) { gate.read(context) }
  }

  private static func channel(_ reader: Reader, _ gate: Gate = Gate()) throws -> EmbeddedChannel {
    let channel = EmbeddedChannel()
    try channel.pipeline.syncOperations.addHandlers(PacedReader(), gate, reader)
    try channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    return channel
  }

  @Test func allIsPassedOnInPieces() throws {
    let reader = Reader()
    let channel = try Self.channel(reader)
    channel.read()
    try channel.writeInbound(ByteBuffer(bytes: Self.stream))
    channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    #expect(reader.bytes == Self.stream)
    #expect(reader.pieces.max() == 16_384)
    #expect(reader.hasEnded)
    _ = try channel.finish()
  }

  @Test func nothingIsPassedOnWhileNothingCanBeWritten() throws {
    let reader = Reader()
    let channel = try Self.channel(reader)
    reader.whenRead = { _ in channel.isWritable = false }
    channel.read()
    try channel.writeInbound(ByteBuffer(bytes: Self.stream))
    channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    #expect(reader.bytes.count == 16_384)
    #expect(!reader.hasEnded)
    while reader.bytes.count < Self.stream.count {
      let before = reader.bytes.count
      channel.isWritable = true
      channel.pipeline.fireChannelWritabilityChanged()
      try #require(reader.bytes.count > before)
    }
    #expect(reader.bytes == Self.stream)
    #expect(reader.pieces.allSatisfy { $0 <= 16_384 })
    channel.isWritable = true
    channel.pipeline.fireChannelWritabilityChanged()
    #expect(reader.hasEnded)
    _ = try channel.finish()
  }

  @Test func nothingIsPassedOnUnasked() throws {
    let reader = Reader()
    let channel = try Self.channel(reader)
    try channel.writeInbound(ByteBuffer(bytes: Self.stream))
    #expect(reader.pieces == [])
    channel.read()
    #expect(reader.bytes == Self.stream)
    _ = try channel.finish()
  }

  /// A handler that has enough to do gets one piece for each time that it opens its gate.
  @Test func gateHoldsReadsBack() throws {
    let (reader, gate) = (Reader(), Gate())
    let channel = try Self.channel(reader, gate)
    let context = try channel.pipeline.syncOperations.context(handler: gate)
    reader.whenRead = { _ in gate.gate.set(isOpen: false, context) }
    channel.read()
    try channel.writeInbound(ByteBuffer(bytes: Self.stream))
    #expect(reader.pieces.count == 1)
    channel.read()
    channel.read()
    #expect(reader.pieces.count == 1)
    for count in 2...7 {
      gate.gate.set(isOpen: true, context)
      #expect(reader.pieces.count == count)
    }
    #expect(reader.bytes == Self.stream)
    _ = try channel.finish()
  }
}
