internal import CZstd

/// Zstandard (RFC 8878) through libzstd, with windows of at most 128 MiB, like the `zstd` program.
final class ZstdDecompressor: Decompressor {
  private(set) var mayEnd = false
  private let state: OpaquePointer

  init?() {
    guard let state = ZSTD_createDStream() else { return nil }
    self.state = state
    ZSTD_DCtx_setParameter(state, ZSTD_d_windowLogMax, 27)
  }

  deinit {
    ZSTD_freeDStream(state)
  }

  func run(
    _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
  ) throws(DecompressionFailure) -> (taken: Int, made: Int) {
    // Another call after the end of a frame would begin a new frame.
    guard !input.isEmpty || !mayEnd else { return (0, 0) }
    var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let hint = ZSTD_decompressStream(state, &target, &source)
    guard ZSTD_isError(hint) == 0 else { throw DecompressionFailure(words: String(cString: ZSTD_getErrorName(hint))) }
    mayEnd = hint == 0
    return (source.pos, target.pos)
  }
}
