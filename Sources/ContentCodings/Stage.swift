/// A coding being undone, with the buffer for its output and its counts.
final class Stage {
  let codec: any CodingStage
  /// 32 KiB; `UnsafeMutable...` because the libraries write here, freed with the stage.
  let scratch: UnsafeMutableBufferPointer<UInt8>
  var taken = 0
  var made = 0

  init(_ coding: ContentCoding) throws(ContentDecodingError) {
    let codec: (any CodingStage)? =
      switch coding {
      case .gzip: InflateStage(.gzip)
      case .deflate: InflateStage(.deflate)
      case .brotli: BrotliStage()
      case .zstd: ZstdStage()
      case .identity: nil
      }
    guard let codec else { throw .outOfMemory(coding) }
    self.codec = codec
    scratch = .allocate(capacity: 32 << 10)
    scratch.initialize(repeating: 0)
  }

  func reset() {
    taken = 0
    made = 0
    codec.reset()
  }

  deinit {
    scratch.deallocate()
  }
}
