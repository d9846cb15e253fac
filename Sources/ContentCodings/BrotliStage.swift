import CBrotli

/// Brotli through libbrotlidec, with windows of 16 MiB at most (large windows are not part of RFC 7932).
final class BrotliStage: CodingStage {
  let coding = ContentCoding.brotli
  private(set) var isOver = false
  var mayEnd: Bool { isOver }
  private var state: OpaquePointer
  private let memory: DecodingMemory

  init?(_ memory: DecodingMemory) {
    guard let state = Self.make(memory) else { return nil }
    self.state = state
    self.memory = memory
  }

  /// Creates a decoder state whose allocations are counted. The library keeps the pointer to `memory` as long as the
  /// state exists, and the stage keeps `memory` alive longer than the state.
  private static func make(_ memory: DecodingMemory) -> OpaquePointer? {
    BrotliDecoderCreateInstance(
      { $0.flatMap { Unmanaged<DecodingMemory>.fromOpaque($0).takeUnretainedValue() }?.allocate($1) },
      { $0.flatMap { Unmanaged<DecodingMemory>.fromOpaque($0).takeUnretainedValue() }?.free($1) },
      Unmanaged.passUnretained(memory).toOpaque())
  }

  deinit {
    BrotliDecoderDestroyInstance(state)
  }

  func reset() {
    // The library has no reset. If there is no memory for a new state, the old one continues and reports corrupt
    // data.
    guard let fresh = Self.make(memory) else { return }
    BrotliDecoderDestroyInstance(state)
    state = fresh
    isOver = false
  }

  func run(
    _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
  ) throws(StageFailure) -> (taken: Int, made: Int) {
    var inputCount = input.count
    var next = input.bindMemory(to: UInt8.self).baseAddress
    var room = output.count
    var into = output.bindMemory(to: UInt8.self).baseAddress
    let result = BrotliDecoderDecompressStream(state, &inputCount, &next, &room, &into, nil)
    let taken = input.count - inputCount
    switch result {
    case BROTLI_DECODER_RESULT_ERROR:
      // The error codes of failed allocations form one range (brotli/decode.h, "Memory allocation problems").
      let code = BrotliDecoderGetErrorCode(state).rawValue
      let allocations =
        BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES.rawValue...BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES.rawValue
      throw allocations.contains(code) ? .outOfMemory : .corrupt(taken: taken)
    case BROTLI_DECODER_RESULT_SUCCESS: isOver = true
    default: break
    }
    return (taken, output.count - room)
  }
}
