/// A decompressor of a stream that is supplied piece by piece. Several consecutive members or frames form one stream.
protocol Decompressor: AnyObject {
  /// Whether the stream may end here.
  var mayEnd: Bool { get }

  /// Decompresses from `input` into `output`, which is not empty. Returns how many bytes of each were used.
  ///
  /// If both are zero, more input is needed.
  func run(
    _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
  ) throws(DecompressionFailure) -> (taken: Int, made: Int)
}

/// A decompression error with the library's message.
struct DecompressionFailure: Error {
  var words: String
}
