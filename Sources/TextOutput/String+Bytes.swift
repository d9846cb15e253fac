extension String {
  /// Lends the UTF-8 bytes for the length of one call.
  ///
  /// A text of up to 15 bytes is a value without storage, and its `utf8.span` is of a temporary copy. Optimizing compilers of Swift 6.3
  /// may give the place of that copy to something else before the span is read, so such a text is copied to a place that
  /// lasts.
  @inlinable @inline(__always)
  package func withBytes<Result: ~Copyable>(_ body: (Span<UInt8>) -> Result) -> Result {
    guard utf8.count <= 16 else { return body(utf8.span) }
    var bytes = InlineArray<16, UInt8>(repeating: 0)
    var count = 0
    for byte in utf8 {
      bytes[count] = byte
      count &+= 1
    }
    return body(bytes.span.extracting(0..<count))
  }
}
