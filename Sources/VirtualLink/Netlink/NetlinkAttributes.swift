/// The attributes of a message from the kernel, in order.
package struct NetlinkAttributes: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  /// The next attribute's type, without the flags in its upper bits, and its value; nil at the end.
  package mutating func next() -> (type: Int32, value: ArraySlice<UInt8>)? {
    guard let length: UInt16 = rest.loaded(at: 0), let type: UInt16 = rest.loaded(at: 2), length >= 4,
      Int(length) <= rest.count
    else { return nil }
    let value = rest.dropFirst(4).prefix(Int(length) - 4)
    rest = rest.dropFirst((Int(length) + 3) & ~3)
    return (Int32(type & 0x3FFF), value)
  }

  /// The first attribute of a type.
  func first(_ type: some BinaryInteger) -> ArraySlice<UInt8>? {
    first { $0.type == type }?.value
  }
}

extension ArraySlice<UInt8> {
  /// The value at a byte offset, or nil if the bytes end before it.
  func loaded<Value: BitwiseCopyable>(at offset: Int, as type: Value.Type = Value.self) -> Value? {
    guard count >= offset + MemoryLayout<Value>.size else { return nil }
    return withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
  }

  /// The text up to the first zero byte.
  var text: String {
    String(decoding: prefix { $0 != 0 }, as: UTF8.self)
  }
}
