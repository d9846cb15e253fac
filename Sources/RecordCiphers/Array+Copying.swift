extension Array where Element == UInt8 {
  /// Appends a copy of bytes in one go: the streams of fast connections go through this.
  package mutating func append(copying bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
  }
}
