import CZstd

/// Zstandard through libzstd, with windows of 8 MiB at most, which RFC 9659 sets for HTTP.
final class ZstdStage: CodingStage {
  let coding = ContentCoding.zstd
  /// Any number of frames may follow one another (RFC 8878 section 3), so only the end of the input is the end.
  let isOver = false
  private(set) var mayEnd = false
  private let state: OpaquePointer
  private let memory: DecodingMemory
  /// This stage's share of `memory`. The library has no hook for allocations, but reports their total.
  private var counted = 0

  init?(_ memory: DecodingMemory) {
    guard let state = ZSTD_createDStream() else { return nil }
    self.state = state
    self.memory = memory
    ZSTD_DCtx_setParameter(state, ZSTD_d_windowLogMax, Self.windowLog(in: memory.limit))
    count()
  }

  deinit {
    ZSTD_freeDStream(state)
  }

  /// The largest window that fits into the limit, as a power of two.
  private static func windowLog(in limit: Int) -> Int32 {
    Int32(min(23, max(10, Int.bitWidth - 1 - limit.leadingZeroBitCount)))
  }

  private func count() {
    let size = ZSTD_sizeof_DStream(state)
    memory.count(size - counted)
    counted = size
  }

  func reset() {
    ZSTD_DCtx_reset(state, ZSTD_reset_session_only)
    mayEnd = false
  }

  func run(
    _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
  ) throws(StageFailure) -> (taken: Int, made: Int) {
    // Another call after the end of a frame would begin a new frame.
    guard !(mayEnd && input.isEmpty) else { return (0, 0) }
    var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let hint = ZSTD_decompressStream(state, &target, &source)
    count()
    guard ZSTD_isError(hint) == 0 else {
      // Windows above 8 MiB must not be used with HTTP. Smaller ones are refused only for lack of memory.
      let isWindow = ZSTD_getErrorCode(hint) == ZSTD_error_frameParameter_windowTooLarge
      throw isWindow && memory.limit < 8 << 20 ? .outOfMemory : .corrupt(taken: source.pos)
    }
    guard memory.used <= memory.limit else { throw .outOfMemory }
    mayEnd = hint == 0
    return (source.pos, target.pos)
  }
}
