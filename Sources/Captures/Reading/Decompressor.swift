/// A decompressor of a stream that is handed over piece by piece; several members or frames in a row are one stream.
protocol Decompressor: AnyObject {
  /// Whether the stream may end here.
  var mayEnd: Bool { get }

  /// Decompresses from `input` into `output`, which is not empty; tells how many bytes of each were used.
  ///
  /// Where nothing is used of either, more input is needed.
  func run(
    _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
  ) throws(DecompressionFailure) -> (taken: Int, made: Int)
}
