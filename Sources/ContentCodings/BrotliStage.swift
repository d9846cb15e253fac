import CBrotli

/// Brotli through libbrotlidec, with windows of 16 MiB at most (large windows are not part of RFC 7932).
final class BrotliStage: CodingStage {
  let coding = ContentCoding.brotli
  private(set) var isOver = false
  var mayEnd: Bool { isOver }
  private var state: OpaquePointer

  init?() {
    guard let state = BrotliDecoderCreateInstance(nil, nil, nil) else { return nil }
    self.state = state
  }

  deinit {
    BrotliDecoderDestroyInstance(state)
  }

  func reset() {
    // The library has no reset; where it has no memory for a new state the old one goes on and reports corrupt data.
    guard let fresh = BrotliDecoderCreateInstance(nil, nil, nil) else { return }
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
    case BROTLI_DECODER_RESULT_ERROR: throw .corrupt(taken: taken)
    case BROTLI_DECODER_RESULT_SUCCESS: isOver = true
    default: break
    }
    return (taken, output.count - room)
  }
}
