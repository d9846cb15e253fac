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

  /// Forgets what was written, and the room too where it is more than `most` bytes.
  package mutating func removeAll(keepingAtMost most: Int) {
    if storage.count > most { self = TextBuffer(capacity: 64) }
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
    text.withBytes { append($0) }
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
    append(bytes, 0..<bytes.count)
  }

  /// Appends a range of bytes as they are.
  ///
  /// They go eight at a time, also the last ones where `bytes` has as many after them.
  @inlinable
  package mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    write(atMost: range.count &+ MutableSpan<UInt8>.slack) { room in
      var length = 0
      room.put(bytes, range, at: &length)
      return length
    }
  }

  /// Appends what another buffer holds at a range, which is inside.
  package mutating func append(_ other: TextBuffer, _ range: Range<Int>) {
    append(other.storage.span, range)
  }

  /// What the bytes of a range, which is inside, let a printer leave out.
  package func survey(_ range: Range<Int>) -> TextSurvey {
    TextSurvey(storage.span, range)
  }

  /// Lends all that there is of the buffer, what is behind the text included, so that the last word of a text can be read
  /// whole.
  @inlinable
  package func withRoom<Result: ~Copyable>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(storage.span)
  }

  /// Appends again what this buffer holds at a range, which is inside.
  package mutating func repeatText(_ range: Range<Int>) {
    let base = makeRoom(for: range.count)
    var all = storage.mutableSpan
    length = Self.copy(range, to: base, in: &all)
  }

  /// Appends again what this buffer holds at a range, which is inside, then a byte, then a range of other bytes.
  package mutating func repeatText(_ range: Range<Int>, _ byte: UInt8, _ bytes: Span<UInt8>, _ part: Range<Int>) {
    let base = makeRoom(for: range.count &+ 1 &+ part.count)
    var all = storage.mutableSpan
    var place = Self.copy(range, to: base, in: &all)
    all.put(UInt64(byte), counting: 1, at: &place)
    all.put(bytes, part, at: &place)
    length = place
  }

  /// Makes room for so many bytes, and for what is written behind them; gives the place of the first.
  private mutating func makeRoom(for count: Int) -> Int {
    let extra = count &+ MutableSpan<UInt8>.slack
    if storage.count &- length < extra { grow(by: extra) }
    return length
  }

  /// Copies a range to a place behind it; gives the place behind the copy.
  @inline(__always)
  private static func copy(_ range: Range<Int>, to base: Int, in bytes: inout MutableSpan<UInt8>) -> Int {
    let end = base &+ range.count
    var place = base
    while place < end {
      let word = bytes.span.word(at: range.lowerBound &+ (place &- base))
      bytes.put(word, counting: 8, at: &place)
    }
    return end
  }
}

extension Span where Element == UInt8 {
  /// Eight bytes, the first in the lowest bits.
  @inlinable @inline(__always)
  package func word(at place: Int) -> UInt64 {
    let bytes = extracting(place..<(place &+ 8))
    var word: UInt64 = 0
    for index in 0..<8 { word |= UInt64(bytes[index]) &<< UInt64(index &* 8) }
    return word
  }
}
