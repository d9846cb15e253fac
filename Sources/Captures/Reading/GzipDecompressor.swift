internal import CZlib

/// gzip (RFC 1952) through zlib.
final class GzipDecompressor: Decompressor {
  private(set) var mayEnd = false
  /// zlib keeps a pointer to its stream, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  init?() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // 16 + 15: a gzip header, and the largest window.
    guard inflateInit2_(stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      stream.deallocate()
      return nil
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  func run(
    _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
  ) throws(DecompressionFailure) -> (taken: Int, made: Int) {
    guard !input.isEmpty || !mayEnd else { return (0, 0) }
    let room = UInt32(clamping: output.count)
    let count = UInt32(clamping: input.count)
    // zlib does not write to its input, and stays within the two counts.
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = count
    stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_out = room
    let status = CZlib.inflate(stream, Z_NO_FLUSH)
    let used = (Int(count - stream.pointee.avail_in), Int(room - stream.pointee.avail_out))
    switch status {
    case Z_STREAM_END:
      mayEnd = true
      inflateReset(stream)
    case Z_OK, Z_BUF_ERROR: mayEnd = mayEnd && used.0 == 0
    default: throw DecompressionFailure(words: stream.pointee.msg.map { String(cString: $0) } ?? "zlib error \(status)")
    }
    return used
  }
}
