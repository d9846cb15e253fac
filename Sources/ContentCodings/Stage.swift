/// The decoder of one coding, with a buffer for its output and its counts.
final class Stage {
  let codec: any CodingStage
  private static let scratchSize = 32 << 10
  /// A buffer of `scratchSize` bytes. It is unsafe because the libraries write to it; it is freed with the stage.
  let scratch: UnsafeMutableBufferPointer<UInt8>
  var taken = 0
  var made = 0

  init(_ coding: ContentCoding, _ memory: DecodingMemory) throws(ContentDecodingError) {
    let codec: (any CodingStage)? =
      switch coding {
      case .gzip: InflateStage(.gzip, memory)
      case .deflate: InflateStage(.deflate, memory)
      case .brotli: BrotliStage(memory)
      case .zstd: ZstdStage(memory)
      case .identity: nil
      }
    guard let codec else { throw .outOfMemory(coding, limit: memory.limit) }
    self.codec = codec
    memory.count(Self.scratchSize)
    scratch = .allocate(capacity: Self.scratchSize)
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
