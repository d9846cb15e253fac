import CZlib

/// gzip and deflate through zlib.
final class InflateStage: CodingStage {
  let coding: ContentCoding
  private(set) var isOver = false
  /// True between two members of a gzip body, and at the end of a deflate body.
  private(set) var mayEnd = false
  /// zlib keeps a pointer to its `z_stream`, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  /// The first byte of a `deflate` body, which is kept until the second byte shows whether there is a zlib header.
  private var firstByte: UInt8?
  private var isKindKnown: Bool

  /// The memory of zlib's window, tables (zconf.h) and other state.
  private static let cost = 1 << 15 + 8 << 10

  init?(_ coding: ContentCoding, _ memory: DecodingMemory) {
    guard memory.used + Self.cost <= memory.limit else { return nil }
    memory.count(Self.cost)
    self.coding = coding
    isKindKnown = coding == .gzip
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(stream, Self.windowBits(coding), ZLIB_VERSION, size) == Z_OK else {
      stream.deallocate()
      return nil
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  func reset() {
    isOver = false
    mayEnd = false
    firstByte = nil
    isKindKnown = coding == .gzip
    inflateReset2(stream, Self.windowBits(coding))
  }

  func run(
    _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
  ) throws(StageFailure) -> (taken: Int, made: Int) {
    guard isKindKnown || !input.isEmpty else { return (0, 0) }
    guard isKindKnown else { return try decideKind(input, output) }
    if mayEnd {
      // A gzip body may continue with another member (RFC 1952 section 2.2). Anything else is not part of it.
      guard let next = input.first else { return (0, 0) }
      guard next == 0x1F else {
        isOver = true
        return (0, 0)
      }
      inflateReset(stream)
      mayEnd = false
    }
    return try inflateSome(input, output)
  }

  private func inflateSome(
    _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
  ) throws(StageFailure) -> (taken: Int, made: Int) {
    let available = UInt32(clamping: input.count)
    // zlib does not write to its input; its C interface only lacks the const.
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = available
    stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_out = UInt32(clamping: output.count)
    let status = inflate(stream, Z_NO_FLUSH)
    let taken = Int(available - stream.pointee.avail_in)
    let made = output.count - Int(stream.pointee.avail_out)
    switch status {
    case Z_OK, Z_BUF_ERROR: return (taken, made)
    case Z_STREAM_END:
      mayEnd = true
      isOver = coding == .deflate
      return (taken, made)
    case Z_MEM_ERROR: throw .outOfMemory
    default: throw .corrupt(taken: taken)
    }
  }

  /// Distinguishes RFC 1950 from raw RFC 1951 by the first two bytes: method 8 and a valid header checksum.
  private func decideKind(
    _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
  ) throws(StageFailure) -> (taken: Int, made: Int) {
    guard let first = firstByte else {
      firstByte = input[0]
      return (1, 0)
    }
    let isWrapped = first & 0x0F == 8 && (UInt16(first) << 8 | UInt16(input[0])) % 31 == 0
    inflateReset2(stream, isWrapped ? MAX_WBITS : -MAX_WBITS)
    isKindKnown = true
    // A single byte contains at most a block's header, so there is no output yet.
    _ = try withUnsafeBytes(of: first) { byte throws(StageFailure) in try inflateSome(byte, output) }
    return try inflateSome(input, output)
  }

  private static func windowBits(_ coding: ContentCoding) -> Int32 {
    coding == .gzip ? MAX_WBITS + 16 : MAX_WBITS
  }
}
