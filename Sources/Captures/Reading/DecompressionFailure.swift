/// Why a stream cannot be decompressed, in the library's words.
struct DecompressionFailure: Error {
  var words: String
}
