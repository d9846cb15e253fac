/// A decompression error with the library's message.
struct DecompressionFailure: Error {
  var words: String
}
