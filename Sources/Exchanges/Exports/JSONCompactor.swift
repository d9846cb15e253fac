import TextOutput

/// Copies a JSON document without the white space between its tokens, and checks it on the way.
///
/// It takes what every strict reader takes: the grammar of RFC 8259, at most `JSONParser.defaultDepthLimit` levels, and
/// no half of a surrogate pair alone. The bytes must be valid UTF-8. It holds nothing but a bit for each open container.
struct JSONCompactor {
  private enum State {
    case value, valueOrEnd, name, nameOrEnd, colon, commaOrEnd, over
  }

  private var state = State.value
  private var depth = 0
  /// For each open container, whether it is an object.
  private var objects: InlineArray<8, UInt64> = .init(repeating: 0)
  private var position: Int

  /// Appends the document that `bytes` is.
  /// - Returns: false where it is none; then nothing was appended.
  static func append(_ bytes: Span<UInt8>, to text: inout TextBuffer) -> Bool {
    let start = text.count
    guard let end = append(bytes, from: 0, to: &text), skipSpace(bytes, end) == bytes.count else {
      text.truncate(to: start)
      return false
    }
    return true
  }

  /// Appends the document that begins at `start`; gives the offset after it, or nil where there is none.
  static func append(_ bytes: Span<UInt8>, from start: Int, to text: inout TextBuffer) -> Int? {
    var compactor = JSONCompactor(position: start)
    var isValid = false
    let before = text.count
    text.write(atMost: bytes.count &- start) { room in
      var length = 0
      isValid = compactor.run(bytes, &room, &length)
      return length
    }
    guard isValid else {
      text.truncate(to: before)
      return nil
    }
    text.escapeHarm(from: before)
    return compactor.position
  }

  static func skipSpace(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < bytes.count, isSpace(bytes[index]) { index &+= 1 }
    return index
  }

  private init(position: Int) {
    self.position = position
  }

  /// Every byte is written at most once, so that the room of as many bytes as are left is enough.
  private mutating func run(_ bytes: Span<UInt8>, _ room: inout MutableSpan<UInt8>, _ length: inout Int) -> Bool {
    while state != .over {
      guard position < bytes.count else { return false }
      let byte = bytes[position]
      switch byte {
      case 0x20, 0x0A, 0x0D, 0x09:
        position &+= 1
        continue
      case 0x22:
        guard string(bytes, &room, &length) else { return false }
        continue
      case 0x2C:
        guard state == .commaOrEnd else { return false }
        state = isInObject ? .name : .value
      case 0x3A:
        guard state == .colon else { return false }
        state = .value
      case 0x7B, 0x5B:
        guard state == .value || state == .valueOrEnd, open(isObject: byte == 0x7B) else { return false }
      case 0x7D:
        guard state == .nameOrEnd || (state == .commaOrEnd && isInObject) else { return false }
        close()
      case 0x5D:
        guard state == .valueOrEnd || (state == .commaOrEnd && !isInObject) else { return false }
        close()
      default:
        guard scalar(byte, bytes, &room, &length) else { return false }
        continue
      }
      room[length] = byte
      length &+= 1
      position &+= 1
    }
    return true
  }

  private var isInObject: Bool {
    let level = depth &- 1
    return level >= 0 && objects[level >> 6] >> UInt64(level & 63) & 1 == 1
  }

  private mutating func open(isObject: Bool) -> Bool {
    guard depth < JSONParser.defaultDepthLimit else { return false }
    let bit = UInt64(1) << UInt64(depth & 63)
    if isObject { objects[depth >> 6] |= bit } else { objects[depth >> 6] &= ~bit }
    depth &+= 1
    state = isObject ? .nameOrEnd : .valueOrEnd
    return true
  }

  private mutating func close() {
    depth &-= 1
    endValue()
  }

  private mutating func endValue() { state = depth == 0 ? .over : .commaOrEnd }

  private mutating func scalar(
    _ byte: UInt8, _ bytes: Span<UInt8>, _ room: inout MutableSpan<UInt8>, _ length: inout Int
  ) -> Bool {
    guard state == .value || state == .valueOrEnd else { return false }
    let end: Int?
    switch byte {
    case 0x74: end = Self.word(bytes, position, JSONParser.true)
    case 0x66: end = Self.word(bytes, position, JSONParser.false)
    case 0x6E: end = Self.word(bytes, position, JSONParser.null)
    default: end = Self.number(bytes, position)
    }
    guard let end else { return false }
    while position < end {
      room[length] = bytes[position]
      length &+= 1
      position &+= 1
    }
    endValue()
    return true
  }

  /// Copies a string with its quotes: a name or a value.
  @inline(__always)
  private mutating func string(
    _ bytes: Span<UInt8>, _ room: inout MutableSpan<UInt8>, _ length: inout Int
  ) -> Bool {
    guard state != .colon, state != .commaOrEnd else { return false }
    let start = position
    let count = bytes.count
    var index = start &+ 1
    while true {
      guard index < count else { return false }
      let byte = bytes[index]
      if byte == 0x22 { break }
      if byte >= 0x20, byte != 0x5C {
        index &+= 1
      } else {
        guard byte == 0x5C, let end = Self.escape(bytes, index) else { return false }
        index = end
      }
    }
    index &+= 1
    let size = index &- start
    let source = bytes.extracting(start..<index)
    var target = room._mutatingExtracting(length..<(length &+ size))
    for offset in 0..<size { target[offset] = source[offset] }
    length &+= size
    position = index
    if state == .name || state == .nameOrEnd { state = .colon } else { endValue() }
    return true
  }

  /// The end of the escape that begins with the backslash at `index`.
  private static func escape(_ bytes: Span<UInt8>, _ index: Int) -> Int? {
    guard index &+ 1 < bytes.count else { return nil }
    switch bytes[index &+ 1] {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: return index &+ 2
    case 0x75:
      guard let unit = hexadecimal(bytes, index &+ 2) else { return nil }
      switch unit {
      case 0xDC00...0xDFFF: return nil
      case 0xD800...0xDBFF:
        guard index &+ 7 < bytes.count, bytes[index &+ 6] == 0x5C, bytes[index &+ 7] == 0x75,
          let low = hexadecimal(bytes, index &+ 8), (0xDC00...0xDFFF).contains(low)
        else { return nil }
        return index &+ 12
      default: return index &+ 6
      }
    default: return nil
    }
  }

  private static func hexadecimal(_ bytes: Span<UInt8>, _ start: Int) -> UInt32? {
    guard start &+ 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for index in start..<(start &+ 4) {
      switch bytes[index] {
      case 0x30...0x39: value = value << 4 | UInt32(bytes[index] &- 0x30)
      case 0x41...0x46: value = value << 4 | UInt32(bytes[index] &- 0x37)
      case 0x61...0x66: value = value << 4 | UInt32(bytes[index] &- 0x57)
      default: return nil
      }
    }
    return value
  }

  private static func word(_ bytes: Span<UInt8>, _ start: Int, _ word: [UInt8]) -> Int? {
    guard start &+ word.count <= bytes.count else { return nil }
    for index in word.indices where bytes[start &+ index] != word[index] { return nil }
    return start &+ word.count
  }

  private static func number(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    var index = start
    if index < bytes.count, bytes[index] == 0x2D { index &+= 1 }
    guard index < bytes.count else { return nil }
    if bytes[index] == 0x30 {
      index &+= 1
    } else {
      guard let end = digits(bytes, index) else { return nil }
      index = end
    }
    if index < bytes.count, bytes[index] == 0x2E {
      guard let end = digits(bytes, index &+ 1) else { return nil }
      index = end
    }
    if index < bytes.count, bytes[index] | 0x20 == 0x65 {
      index &+= 1
      if index < bytes.count, bytes[index] == 0x2B || bytes[index] == 0x2D { index &+= 1 }
      guard let end = digits(bytes, index) else { return nil }
      index = end
    }
    return index
  }

  /// The end of one digit or more.
  private static func digits(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    var index = start
    while index < bytes.count, bytes[index] &- 0x30 < 10 { index &+= 1 }
    return index > start ? index : nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}
