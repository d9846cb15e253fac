public import Wire

/// Text being written, in a buffer that is reused: appending allocates only while the buffer still grows.
public struct TextBuffer: Sendable {
  /// Bytes beyond `length` are leftovers.
  @usableFromInline
  var storage: [UInt8]
  @usableFromInline
  var length: Int

  /// How many bytes have been written.
  @inlinable
  public var count: Int { length }

  /// An empty buffer that has room for `capacity` bytes.
  public init(capacity: Int = 1 << 16) {
    storage = [UInt8](repeating: 0, count: max(64, capacity))
    length = 0
  }

  /// What has been written, for the length of one call.
  @inlinable
  public func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(storage.span.extracting(0..<length))
  }

  /// Forgets what was written and keeps the room.
  @inlinable
  public mutating func removeAll() {
    length = 0
  }

  /// Forgets what was written after the first `length` bytes.
  package mutating func truncate(to length: Int) {
    self.length = min(self.length, max(0, length))
  }

  @inline(never) @usableFromInline
  mutating func grow(by extra: Int) {
    storage += [UInt8](repeating: 0, count: max(storage.count, extra))
  }

  /// Forgets the spaces at the end.
  package mutating func trimSpaces() {
    while length > 0, storage[length - 1] == 0x20 { length -= 1 }
  }

  /// Makes room for `extra` bytes and lends exactly these to `body`, which says how many it wrote.
  @inlinable @inline(__always)
  package mutating func write(atMost extra: Int, _ body: (inout MutableSpan<UInt8>) -> Int) {
    let base = length
    if storage.count &- base < extra { grow(by: extra) }
    var all = storage.mutableSpan
    // The checks of a loop over a span of its own length fall away, and the loop becomes vector code.
    var room = all._mutatingExtracting(base..<(base &+ extra))
    length = base &+ body(&room)
  }

  @inlinable @inline(__always)
  package mutating func append(byte: UInt8) {
    write(atMost: 1) { room in
      room[0] = byte
      return 1
    }
  }

  /// Appends `text`, which is a literal almost everywhere.
  @inlinable
  public mutating func append(_ text: String) {
    let utf8 = text.utf8.span
    let length = utf8.count
    write(atMost: length) { room in
      for index in 0..<length { room[index] = utf8[index] }
      return length
    }
  }

  /// Appends a text that was made ready before.
  @inlinable
  package mutating func append(_ phrase: Phrase) {
    write(atMost: 16 + MutableSpan<UInt8>.slack) { room in
      var length = 0
      room.put(phrase, at: &length)
      return length
    }
  }

  /// Appends `words` and a number, which is read before anything is written.
  @inlinable
  package mutating func append<Number: FixedWidthInteger & UnsignedInteger>(_ words: String, _ number: Number) {
    append(words)
    append(number)
  }

  /// Appends `words` and `%x`, or `%0Nx`.
  @inlinable
  package mutating func append(_ words: String, hexadecimal number: UInt32, paddedTo width: Int = 1) {
    append(words)
    append(hexadecimal: number, paddedTo: width)
  }

  /// Appends `words` and an address.
  @inlinable
  package mutating func append(_ words: String, _ address: IPv4Address) {
    append(words)
    append(address)
  }

  /// Appends `words` and an address.
  package mutating func append(_ words: String, _ address: IPv6Address) {
    append(words)
    append(address)
  }

  /// Appends `words` and an address.
  package mutating func append(_ words: String, _ address: MACAddress) {
    append(words)
    append(address)
  }

  /// Appends bytes as they are.
  @inlinable
  package mutating func append(_ bytes: Span<UInt8>) {
    let length = bytes.count
    write(atMost: length) { room in
      for index in 0..<length { room[index] = bytes[index] }
      return length
    }
  }
}
