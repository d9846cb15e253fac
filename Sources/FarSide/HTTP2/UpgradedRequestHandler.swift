import NIOCore
import NIOHPACK
import NIOHTTP1

/// Gives HTTP/2 the request that asked for the upgrade, as its stream 1 (RFC 7540 section 3.2).
///
/// The request becomes a HEADERS frame after the client's preface and settings, as if the client had sent it there.
final class UpgradedRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private static let frameHeader = 9
  /// The largest payload of a frame before settings say otherwise (RFC 9113 section 6.5.2).
  private static let largestFrame = 16_384
  private static let headersType: UInt8 = 1
  private static let endStreamAndHeaders: UInt8 = 5

  private let head: HTTPRequestHead
  private var kept = ByteBuffer()

  init(_ head: HTTPRequestHead) {
    self.head = head
  }

  /// Whether a request fits into one frame.
  static func fits(_ head: HTTPRequestHead) -> Bool {
    let lengths = head.headers.map { $0.name.utf8.count + $0.value.utf8.count + 16 }
    return lengths.reduce(head.uri.utf8.count + 128, +) <= largestFrame
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    kept.writeImmutableBuffer(unwrapInboundIn(data))
    let preface = ProtocolHandler.preface.count
    guard let bytes = kept.getBytes(at: kept.readerIndex + preface, length: 3) else { return }
    let length = bytes.reduce(0) { $0 << 8 | Int($1) }
    let end = preface + Self.frameHeader + length
    // A frame that is too long is refused by who reads it.
    guard kept.readableBytes >= end || length > Self.largestFrame else { return }
    guard let first = kept.readSlice(length: min(end, kept.readableBytes)), let request = try? frame() else {
      return context.close(promise: nil)
    }
    context.fireChannelRead(wrapInboundOut(first))
    context.fireChannelRead(wrapInboundOut(request))
    if kept.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(kept)) }
    context.fireChannelReadComplete()
    context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
  }

  /// The request as a HEADERS frame. It leaves no trace in the table of HPACK, of which the client knows nothing.
  private func frame() throws -> ByteBuffer {
    var encoder = HPACKEncoder(allocator: ByteBufferAllocator())
    try encoder.beginEncoding(allocator: ByteBufferAllocator())
    let host = head.headers.first(name: "host") ?? ""
    let pseudo = [(":method", head.method.rawValue), (":scheme", "http"), (":path", head.uri), (":authority", host)]
    for (name, value) in pseudo { try encoder.appendNonIndexed(header: name, value: value) }
    for field in HPACKHeaders(httpHeaders: head.headers) {
      try encoder.appendNonIndexed(header: field.name, value: field.value)
    }
    var block = try encoder.endEncoding()
    var frame = ByteBuffer()
    let length = block.readableBytes
    frame.writeBytes([16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) })
    frame.writeBytes([Self.headersType, Self.endStreamAndHeaders, 0, 0, 0, 1])
    frame.writeBuffer(&block)
    return frame
  }
}
