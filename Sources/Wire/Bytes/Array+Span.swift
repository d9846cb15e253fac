extension Array where Element == UInt8 {
  /// A copy of `bytes`.
  package init(_ bytes: Span<UInt8>) {
    self.init(repeating: 0, count: bytes.count)
    var target = mutableSpan
    for index in bytes.indices {
      target[index] = bytes[index]
    }
  }

  /// Appends a copy of `bytes`.
  package mutating func append(_ bytes: Span<UInt8>) {
    let start = count
    append(contentsOf: repeatElement(0, count: bytes.count))
    var target = mutableSpan
    for index in bytes.indices {
      target[start &+ index] = bytes[index]
    }
  }
}
