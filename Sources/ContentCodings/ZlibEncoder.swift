internal import CZlib

/// Compresses bytes at once with zlib.
enum ZlibEncoder {
  /// - Parameter window: the size of the window in bits; 16 more for a gzip member, negative for no header.
  static func encode(_ bytes: [UInt8], level: Int, window: Int32) -> [UInt8]? {
    var stream = z_stream()
    let started = deflateInit2_(
      &stream, Int32(min(max(level, 0), 9)), Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard started == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    // `deflateBound` guarantees that one call of `deflate` is enough. zlib keeps both pointers only during that call,
    // which is inside both closures.
    let bound = Int(deflateBound(&stream, uLong(bytes.count)))
    guard let available = UInt32(exactly: bytes.count), let room32 = UInt32(exactly: bound) else { return nil }
    var finished = false
    let output = [UInt8](unsafeUninitializedCapacity: bound) { room, count in
      bytes.withUnsafeBufferPointer { input in
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.avail_in = available
        stream.next_out = room.baseAddress
        stream.avail_out = room32
        finished = deflate(&stream, Z_FINISH) == Z_STREAM_END
      }
      count = bound - Int(stream.avail_out)
    }
    return finished ? output : nil
  }
}
