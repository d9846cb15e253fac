/// Compresses whole bodies as gzip (RFC 1952), for servers and for tests of the decoders.
public enum GzipEncoder {
  /// Compresses `bytes` into one gzip member.
  ///
  /// The output depends only on the input and the version of zlib, because the header carries no time.
  /// - Parameter level: zlib's level, 0 (stored) to 9 (smallest); values outside are clamped.
  /// - Returns: nil if zlib refuses (no memory), or for a body of 4 GB or more.
  public static func encode(_ bytes: [UInt8], level: Int = 6) -> [UInt8]? {
    ZlibEncoder.encode(bytes, level: level, window: 15 + 16)
  }
}

/// Compresses whole texts without a header and a checksum (RFC 1951), as browsers read them with `deflate-raw`.
public enum RawDeflateEncoder {
  /// Compresses `bytes`. See ``GzipEncoder`` for the level and for nil.
  public static func encode(_ bytes: [UInt8], level: Int = 9) -> [UInt8]? {
    ZlibEncoder.encode(bytes, level: level, window: -15)
  }
}
