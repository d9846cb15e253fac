internal import CZlib

/// Compresses whole bodies as gzip (RFC 1952), for servers and for tests of the decoders.
public enum GzipEncoder {
  /// Compresses `bytes` into one gzip member.
  ///
  /// The output depends only on the input and the version of zlib, because the header carries no time.
  /// - Parameter level: zlib's level, 0 (stored) to 9 (smallest); values outside are clamped.
  /// - Returns: nil if zlib refuses (no memory), or for a body of 4 GB or more.
  public static func encode(_ bytes: [UInt8], level: Int = 6) -> [UInt8]? {
    var stream = z_stream()
    let gzipWindow: Int32 = 15 + 16
    let started = deflateInit2_(
      &stream, Int32(min(max(level, 0), 9)), Z_DEFLATED, gzipWindow, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
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
