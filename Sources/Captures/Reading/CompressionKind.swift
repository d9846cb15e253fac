/// The compression of a file, which its first bytes show.
enum CompressionKind {
  case gzip
  case zstd

  /// The compression of a file that begins with `bytes`; nil if it is not compressed. A zstd file may begin with a
  /// skippable frame (RFC 8878 section 3.1.2).
  init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= 2 else { return nil }
    if bytes[0] == 0x1F, bytes[1] == 0x8B {
      self = .gzip
      return
    }
    guard bytes.count >= 4 else { return nil }
    let isFrame = bytes[0] == 0x28 && bytes[1] == 0xB5 && bytes[2] == 0x2F && bytes[3] == 0xFD
    let isSkippable = bytes[0] & 0xF0 == 0x50 && bytes[1] == 0x2A && bytes[2] == 0x4D && bytes[3] == 0x18
    guard isFrame || isSkippable else { return nil }
    self = .zstd
  }

  var name: String {
    switch self {
    case .gzip: "gzip"
    case .zstd: "zstd"
    }
  }

  /// Creates a decompressor. Returns nil if memory cannot be allocated.
  func makeDecompressor() -> (any Decompressor)? {
    switch self {
    case .gzip: GzipDecompressor()
    case .zstd: ZstdDecompressor()
    }
  }
}
