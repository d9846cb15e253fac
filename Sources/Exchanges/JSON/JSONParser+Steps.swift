// One byte, one step.

extension JSONParser {
  /// Takes a byte; false if the state changed and the byte is to be looked at again, or on an error.
  package mutating func step(_ byte: UInt8) -> Bool {
    switch state {
    case .value, .valueOrEnd, .nameOrEnd, .name, .colon, .commaOrEnd, .over: return stepStructure(byte)
    case .string, .escape, .hex, .utf8: return stepString(byte)
    case .literal: return stepLiteral(byte)
    default: return stepNumber(byte)
    }
  }

  private mutating func stepStructure(_ byte: UInt8) -> Bool {
    if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { return true }
    switch (state, byte) {
    case (.value, _), (.valueOrEnd, _):
      if state == .valueOrEnd, byte == UInt8(ascii: "]") { return close() }
      return beginValue(byte)
    case (.nameOrEnd, UInt8(ascii: "}")): return close()
    case (.nameOrEnd, UInt8(ascii: "\"")), (.name, UInt8(ascii: "\"")):
      isName = true
      tokenStart = offset
      state = .string
      return true
    case (.colon, UInt8(ascii: ":")):
      state = .value
      return true
    case (.commaOrEnd, UInt8(ascii: ",")):
      state = isInObject ? .name : .value
      return true
    case (.commaOrEnd, UInt8(ascii: "]")) where !isInObject: return close()
    case (.commaOrEnd, UInt8(ascii: "}")) where isInObject: return close()
    case (.over, _) where allowsSequence:
      state = .value
      return false
    default:
      fail(byte)
      return false
    }
  }

  private mutating func beginValue(_ byte: UInt8) -> Bool {
    tokenStart = offset
    switch byte {
    case UInt8(ascii: "{"): return open(.object, byte)
    case UInt8(ascii: "["): return open(.array, byte)
    case UInt8(ascii: "\""):
      isName = false
      state = .string
    case UInt8(ascii: "-"): state = .minus
    case UInt8(ascii: "0"): state = .zero
    case UInt8(ascii: "1")...UInt8(ascii: "9"): state = .integer
    case UInt8(ascii: "t"): beginLiteral(Self.true)
    case UInt8(ascii: "f"): beginLiteral(Self.false)
    case UInt8(ascii: "n"): beginLiteral(Self.null)
    case 0xEF where offset == 0:
      // A byte order mark may be ignored (RFC 8259 section 8.1).
      beginLiteral(Self.byteOrderMark)
    default:
      fail(byte)
      return false
    }
    return true
  }

  private static var byteOrderMark: [UInt8] { [0xEF, 0xBB, 0xBF] }

  private mutating func beginLiteral(_ word: [UInt8]) {
    literal = word
    literalIndex = 1
    state = .literal
  }

  private mutating func stepLiteral(_ byte: UInt8) -> Bool {
    guard byte == literal[literalIndex] else {
      fail(byte, literal[0] == 0xEF ? .value : nil)
      return false
    }
    literalIndex += 1
    guard literalIndex == literal.count else { return true }
    switch literal[0] {
    case 0xEF: state = .value
    case UInt8(ascii: "t"): endToken(.true, including: 1)
    case UInt8(ascii: "f"): endToken(.false, including: 1)
    default: endToken(.null, including: 1)
    }
    return true
  }

  package mutating func open(_ kind: JSONNode.Kind, _ byte: UInt8) -> Bool {
    guard containers.count < depthLimit else {
      fail(byte, .lessDepth(limit: depthLimit))
      return false
    }
    let index = Int32(clamping: nodes.count)
    append(kind, end: offset + 1, isWhole: false)
    guard error == nil else { return false }
    containers.append(index)
    isInObject = kind == .object
    state = kind == .object ? .nameOrEnd : .valueOrEnd
    return true
  }

  @discardableResult
  package mutating func close() -> Bool {
    if let container = containers.popLast() {
      nodes[Int(container)].end = offset + 1
      nodes[Int(container)].isWhole = true
      if !keepsNodes { nodes.removeLast() }
    }
    isInObject = containers.last.map { nodes[Int($0)].kind == .object } ?? false
    state = containers.isEmpty ? .over : .commaOrEnd
    return true
  }

  /// A string, number or literal has ended before the current byte, or with it.
  package mutating func endToken(_ kind: JSONNode.Kind, including count: Int = 0) {
    append(kind, end: offset + count, isWhole: true)
    state = containers.isEmpty ? .over : .commaOrEnd
  }

  package mutating func append(_ kind: JSONNode.Kind, end: Int, isWhole: Bool) {
    defer { name = 0..<0 }
    if let container = containers.last { nodes[Int(container)].childCount += 1 }
    guard keepsNodes || kind == .object || kind == .array else { return }
    guard nodes.count < nodeLimit else {
      error = error ?? JSONError(offset: offset, expected: .fewerValues(limit: nodeLimit), found: nil)
      for container in containers { nodes[Int(container)].end = offset }
      return
    }
    nodes.append(
      JSONNode(
        kind: kind, depth: Int32(clamping: containers.count), isWhole: isWhole, start: tokenStart, end: end,
        nameStart: name.lowerBound, nameEnd: name.upperBound, childCount: 0))
  }

  private mutating func stepString(_ byte: UInt8) -> Bool {
    switch state {
    case .escape:
      switch byte {
      case UInt8(ascii: "u"):
        hexCount = 0
        state = .hex
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
        UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
        state = .string
      default:
        fail(byte)
        return false
      }
    case .hex:
      guard isHexDigit(byte) else {
        fail(byte)
        return false
      }
      hexCount += 1
      if hexCount == 4 { state = .string }
    case .utf8:
      guard scalar.accept(byte) else {
        fail(byte)
        return false
      }
      if scalar.isComplete { state = .string }
    default: return stepPlain(byte)
    }
    return true
  }

  private mutating func stepPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""):
      if isName {
        name = tokenStart..<offset + 1
        isName = false
        state = .colon
      } else {
        endToken(.string, including: 1)
      }
    case UInt8(ascii: "\\"): state = .escape
    case 0..<0x20:
      fail(byte, .noControlCharacter)
      return false
    case 0x80...:
      guard scalar.begin(byte) else {
        fail(byte, .utf8)
        return false
      }
      state = .utf8
    default: break
    }
    return true
  }

  private mutating func stepNumber(_ byte: UInt8) -> Bool {
    let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    switch (state, byte) {
    case (.minus, UInt8(ascii: "0")): state = .zero
    case (.minus, _) where isDigit: state = .integer
    case (.integer, _) where isDigit, (.fraction, _) where isDigit, (.exponentDigits, _) where isDigit: break
    case (.zero, UInt8(ascii: ".")), (.integer, UInt8(ascii: ".")): state = .point
    case (.point, _) where isDigit: state = .fraction
    case (.zero, UInt8(ascii: "e")), (.integer, UInt8(ascii: "e")), (.fraction, UInt8(ascii: "e")): state = .exponent
    case (.zero, UInt8(ascii: "E")), (.integer, UInt8(ascii: "E")), (.fraction, UInt8(ascii: "E")): state = .exponent
    case (.exponent, UInt8(ascii: "+")), (.exponent, UInt8(ascii: "-")): state = .exponentSign
    case (.exponent, _) where isDigit, (.exponentSign, _) where isDigit: state = .exponentDigits
    case (.zero, _), (.integer, _), (.fraction, _), (.exponentDigits, _):
      endToken(.number)
      return false
    default:
      fail(byte)
      return false
    }
    return true
  }

  private func isHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
