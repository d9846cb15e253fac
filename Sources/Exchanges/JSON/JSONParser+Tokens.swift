// Whole tokens at a time, where they are plain and end in the piece at hand: most are and do.

extension JSONParser {
  /// Takes as many whole tokens as it can; what it leaves is for `step`.
  package mutating func takeTokens(_ bytes: Span<UInt8>, _ index: inout Int) {
    let base = offset &- index
    defer { offset = base &+ index }
    while index < bytes.count, error == nil {
      offset = base &+ index
      let byte = bytes[index]
      switch byte {
      case 0x20, 0x0A, 0x0D, 0x09:
        guard isBetweenTokens else { return }
        index &+= 1
      case UInt8(ascii: "\""):
        guard takeString(bytes, &index, base) else { return }
      case UInt8(ascii: ":"):
        guard state == .colon else { return }
        index &+= 1
        state = .value
      case UInt8(ascii: ","):
        guard state == .commaOrEnd else { return }
        index &+= 1
        state = isInObject ? .name : .value
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard isBeforeValue else { return }
        tokenStart = offset
        guard open(byte == UInt8(ascii: "{") ? .object : .array, byte) else { return }
        index &+= 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard state == .commaOrEnd, isInObject == (byte == UInt8(ascii: "}")) else { return }
        index &+= 1
        close()
      default:
        guard isBeforeValue, takeScalar(byte, bytes, &index, base) else { return }
      }
    }
  }

  /// Takes a name or a string.
  private mutating func takeString(_ bytes: Span<UInt8>, _ index: inout Int, _ base: Int) -> Bool {
    let isName = state == .name || state == .nameOrEnd
    guard isName || isBeforeValue, let end = plainEnd(bytes, index &+ 1) else { return false }
    if isName {
      name = offset..<base &+ end &+ 1
      state = .colon
    } else {
      tokenStart = offset
      offset = base &+ end
      endToken(.string, including: 1)
    }
    index = end &+ 1
    return true
  }

  /// Takes a number or a literal.
  private mutating func takeScalar(_ byte: UInt8, _ bytes: Span<UInt8>, _ index: inout Int, _ base: Int) -> Bool {
    let kind: JSONNode.Kind
    let end: Int
    switch byte {
    case UInt8(ascii: "t") where has(Self.true, bytes, index): (kind, end) = (.true, index &+ 4)
    case UInt8(ascii: "f") where has(Self.false, bytes, index): (kind, end) = (.false, index &+ 5)
    case UInt8(ascii: "n") where has(Self.null, bytes, index): (kind, end) = (.null, index &+ 4)
    case 0x30...0x39, UInt8(ascii: "-"):
      guard let last = numberEnd(bytes, index) else { return false }
      (kind, end) = (.number, last)
    default: return false
    }
    tokenStart = offset
    // A number ends before the byte that ends it, a literal with its last letter.
    let last = kind == .number ? 0 : 1
    offset = base &+ end &- last
    endToken(kind, including: last)
    index = end
    return true
  }

  private func has(_ word: [UInt8], _ bytes: Span<UInt8>, _ start: Int) -> Bool {
    guard start &+ word.count <= bytes.count else { return false }
    for place in word.indices where bytes[start &+ place] != word[place] { return false }
    return true
  }

  private var isBeforeValue: Bool { state == .value || state == .valueOrEnd }

  private var isBetweenTokens: Bool {
    switch state {
    case .value, .valueOrEnd, .nameOrEnd, .name, .colon, .commaOrEnd, .over: true
    default: false
    }
  }

  /// The quotes that end a string of ASCII without escapes.
  private func plainEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") { return index }
      guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\\") else { return nil }
      index &+= 1
    }
    return nil
  }

  /// Where a number ends, if it is one and something is behind it.
  private func numberEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    var index = start
    if bytes[index] == UInt8(ascii: "-") { index &+= 1 }
    let first = index
    guard skipDigits(bytes, &index), bytes[first] != 0x30 || index == first &+ 1 else { return nil }
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index &+= 1
      guard skipDigits(bytes, &index) else { return nil }
    }
    // Exponents are rare.
    guard index < bytes.count, bytes[index] | 0x20 != UInt8(ascii: "e") else { return nil }
    return index
  }

  /// Passes over digits; false if there are none.
  private func skipDigits(_ bytes: Span<UInt8>, _ index: inout Int) -> Bool {
    let start = index
    while index < bytes.count, bytes[index] &- 0x30 < 10 { index &+= 1 }
    return index > start
  }
}
