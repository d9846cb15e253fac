/// How a file is compressed, as its first bytes tell.
enum CompressionKind {
  case gzip
  case zstd

  /// What `bytes` begin: nil if it is neither. A zstd file may begin with a skippable frame (RFC 8878 section 3.1.2).
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

  /// nil if there is no memory.
  func makeDecompressor() -> (any Decompressor)? {
    switch self {
    case .gzip: GzipDecompressor()
    case .zstd: ZstdDecompressor()
    }
  }
}
