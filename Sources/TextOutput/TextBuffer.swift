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
    append(text.utf8.span)
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
    let (first, length) = (range.lowerBound, range.count)
    write(atMost: length &+ MutableSpan<UInt8>.slack) { room in
      var place = 0
      while place < length, first &+ place &+ 8 <= bytes.count {
        room.put(bytes.word(at: first &+ place), counting: 8, at: &place)
      }
      while place < length {
        room[place] = bytes[first &+ place]
        place &+= 1
      }
      return length
    }
  }

  /// Appends what another buffer holds at a range, which is inside.
  package mutating func append(_ other: TextBuffer, _ range: Range<Int>) {
    append(other.storage.span, range)
  }

  /// What the bytes of a range, which is inside, let a printer leave out.
  package func survey(_ range: Range<Int>) -> TextSurvey {
    let bytes = storage.span
    var survey = TextSurvey()
    var place = range.lowerBound
    while place &+ 8 <= bytes.count, place < range.upperBound {
      survey.take(bytes.word(at: place), counting: min(range.upperBound &- place, 8))
      place &+= 8
    }
    while place < range.upperBound {
      survey.take(UInt64(bytes[place]), counting: 1)
      place &+= 1
    }
    return survey
  }

  /// Appends again what this buffer holds at a range, which is inside.
  package mutating func repeatText(_ range: Range<Int>) {
    let (base, count) = (length, range.count)
    let extra = count &+ MutableSpan<UInt8>.slack
    if storage.count &- base < extra { grow(by: extra) }
    var all = storage.mutableSpan
    var place = base
    while place &- base < count {
      let word = all.span.word(at: range.lowerBound &+ (place &- base))
      all.put(word, counting: 8, at: &place)
    }
    length = base &+ count
  }
}

/// Whether bytes are such that they can be printed as they are.
package struct TextSurvey {
  private var unprintable: UInt64 = 0
  private var special: UInt64 = 0

  /// Printable ASCII alone.
  package var isHarmless: Bool { unprintable == 0 }
  /// Printable ASCII without quotes and backslashes: JSON has it as it is.
  package var isPlain: Bool { unprintable | special == 0 }

  /// Looks at the first `count` bytes of eight, the first in the lowest bits.
  @inline(__always)
  mutating func take(_ word: UInt64, counting count: Int) {
    let counted: UInt64 = count >= 8 ? ~0 : ~(~0 &<< UInt64(count &* 8))
    // What is not counted becomes a letter.
    let word = word & counted | Self.every(0x61) & ~counted
    // The borrow of one byte reaches the next only where the one is found already.
    let belowSpace = (word &- Self.every(0x20)) & ~word
    unprintable |= (word | belowSpace | Self.zeros(word ^ Self.every(0x7F))) & Self.every(0x80)
    special |= (Self.zeros(word ^ Self.every(0x22)) | Self.zeros(word ^ Self.every(0x5C))) & Self.every(0x80)
  }

  @inline(__always)
  private static func every(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

  /// Has the highest bit of a byte set where a byte is zero.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- every(1)) & ~word }
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
