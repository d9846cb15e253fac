import CZstd

/// Zstandard through libzstd, with windows of 8 MiB at most, which RFC 9659 sets for HTTP.
final class ZstdStage: CodingStage {
  let coding = ContentCoding.zstd
  /// Frames may follow one another without end (RFC 8878 section 3), so that only the input's end is an end.
  let isOver = false
  private(set) var mayEnd = false
  private let state: OpaquePointer

  init?() {
    guard let state = ZSTD_createDStream() else { return nil }
    self.state = state
    ZSTD_DCtx_setParameter(state, ZSTD_d_windowLogMax, 23)
  }

  deinit {
    ZSTD_freeDStream(state)
  }

  func reset() {
    ZSTD_DCtx_reset(state, ZSTD_reset_session_only)
    mayEnd = false
  }

  func run(
    _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
  ) throws(StageFailure) -> (taken: Int, made: Int) {
    // Asking again after the end of a frame would begin another one.
    guard !(mayEnd && input.isEmpty) else { return (0, 0) }
    var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let hint = ZSTD_decompressStream(state, &target, &source)
    guard ZSTD_isError(hint) == 0 else { throw .corrupt(taken: source.pos) }
    mayEnd = hint == 0
    return (source.pos, target.pos)
  }
}
