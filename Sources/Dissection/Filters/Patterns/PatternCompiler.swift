/// Turns a regular expression into instructions.
struct PatternCompiler {
  private static let deepest = 40
  /// The largest count in `{...}`.
  private static let mostRepeats = 1000

  private let pattern: [UInt8]
  private var position = 0
  private var depth = 0
  private var ignoresCase = true
  private var isMultiline = false
  private var dotTakesAll = false

  static func compile(_ pattern: [UInt8]) throws(PatternError) -> [PatternInstruction] {
    var compiler = PatternCompiler(pattern: unquoted(pattern))
    let body = try compiler.alternatives()
    guard compiler.position == compiler.pattern.count else {
      throw PatternError(message: "a parenthesis is closed too often")
    }
    return body + [.match]
  }

  private init(pattern: [UInt8]) { self.pattern = pattern }

  /// The pattern without `\Q...\E`, each byte in it with a backslash where it needs one to mean itself.
  private static func unquoted(_ pattern: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var isQuoting = false
    var position = 0
    while position < pattern.count {
      let byte = pattern[position]
      let letter = byte == UInt8(ascii: "\\") && position + 1 < pattern.count ? pattern[position + 1] : nil
      position += 1
      if letter == UInt8(ascii: isQuoting ? "E" : "Q") || letter == UInt8(ascii: "E") {
        isQuoting = letter == UInt8(ascii: "Q")
        position += 1
      } else if isQuoting {
        if byte < 128, !ByteSet.wordParts.contains(byte) { result.append(UInt8(ascii: "\\")) }
        result.append(byte)
      } else {
        result.append(byte)
        guard let letter else { continue }
        result.append(letter)
        position += 1
      }
    }
    return result
  }

  private var next: UInt8? { position < pattern.count ? pattern[position] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private func check(_ code: [PatternInstruction]) throws(PatternError) -> [PatternInstruction] {
    guard code.count <= BytePattern.mostInstructions else { throw PatternError(message: "the pattern is too long") }
    return code
  }

  private mutating func alternatives() throws(PatternError) -> [PatternInstruction] {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw PatternError(message: "the pattern is nested too deeply") }
    var code = try sequence()
    while take("|") {
      let other = try sequence()
      code = try check(
        [.split(1, code.count + 2)] + shift(code, 1) + [.jump(code.count + 2 + other.count)]
          + shift(other, code.count + 2))
    }
    return code
  }

  private mutating func sequence() throws(PatternError) -> [PatternInstruction] {
    var code: [PatternInstruction] = []
    while let byte = next, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
      let item = try repeated(try atom())
      code = try check(code + shift(item, code.count))
    }
    return code
  }

  /// Moves the targets of instructions that will stand `offset` further on.
  private func shift(_ code: [PatternInstruction], _ offset: Int) -> [PatternInstruction] {
    code.map { instruction in
      switch instruction {
      case .split(let first, let second): .split(first + offset, second + offset)
      case .jump(let target): .jump(target + offset)
      default: instruction
      }
    }
  }

  private mutating func repeated(_ atom: [PatternInstruction]) throws(PatternError) -> [PatternInstruction] {
    var atom = atom
    while true {
      let range: (least: Int, most: Int?)
      if take("*") {
        range = (0, nil)
      } else if take("+") {
        range = (1, nil)
      } else if take("?") {
        range = (0, 1)
      } else if let counts = count() {
        range = counts
      } else {
        return atom
      }
      // Lazy repeats find the same texts, in another order; possessive ones do not.
      if take("+") { throw PatternError(message: "possessive repeats are not supported") }
      _ = take("?")
      guard range.least <= Self.mostRepeats, range.most ?? 0 <= Self.mostRepeats,
        range.most ?? range.least >= range.least
      else { throw PatternError(message: "a repeat count is too large or its limits are swapped") }
      atom = try expand(atom, range.least, range.most)
    }
  }

  private func expand(_ atom: [PatternInstruction], _ least: Int, _ most: Int?) throws(PatternError)
    -> [PatternInstruction]
  {
    guard atom.count * max(least + 1, most ?? 0) <= BytePattern.mostInstructions else {
      throw PatternError(message: "the pattern is too long")
    }
    var code: [PatternInstruction] = []
    for _ in 0..<least { code += shift(atom, code.count) }
    if let most {
      for _ in least..<max(least, most) {
        let start = code.count
        code += [.split(start + 1, start + 1 + atom.count)] + shift(atom, start + 1)
      }
    } else {
      let start = code.count
      code += [.split(start + 1, start + 2 + atom.count)] + shift(atom, start + 1) + [.jump(start)]
    }
    return try check(code)
  }

  /// `{3}`, `{3,}`, `{3,5}`; other braces stand for themselves.
  private mutating func count() -> (least: Int, most: Int?)? {
    guard next == UInt8(ascii: "{"), let end = pattern[position...].firstIndex(of: UInt8(ascii: "}")) else {
      return nil
    }
    let parts = String(decoding: pattern[position + 1..<end], as: UTF8.self).split(
      separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= 2, let least = Int(parts[0]), least >= 0 else { return nil }
    if parts.count == 2, !parts[1].isEmpty, Int(parts[1]) == nil { return nil }
    position = end + 1
    return (least, parts.count == 1 ? least : Int(parts[1]))
  }

  private mutating func atom() throws(PatternError) -> [PatternInstruction] {
    guard let byte = next else { return [] }
    position += 1
    switch byte {
    case UInt8(ascii: "."): return [.byte(dotTakesAll ? ByteSet().inverted : ByteSet([10]).inverted)]
    case UInt8(ascii: "^"): return [.assert(isMultiline ? .lineStart : .start)]
    case UInt8(ascii: "$"): return [.assert(isMultiline ? .lineEnd : .end)]
    case UInt8(ascii: "["): return [.byte(fold(try PatternClass.read(pattern, &position)))]
    case UInt8(ascii: "("): return try group()
    case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
      throw PatternError(message: "there is nothing that could be repeated")
    case UInt8(ascii: "\\"): return try escape()
    default: return [.byte(fold(ByteSet([byte])))]
    }
  }

  private func fold(_ set: ByteSet) -> ByteSet { ignoresCase ? set.ignoringCase : set }

  private mutating func group() throws(PatternError) -> [PatternInstruction] {
    let saved = (ignoresCase, isMultiline, dotTakesAll)
    if take("?") {
      if take("#") {
        while let byte = next, byte != UInt8(ascii: ")") {
          _ = byte
          position += 1
        }
        position = min(position + 1, pattern.count)
        return []
      }
      if try !takeName(), try flags() { return [] }
    }
    let body = try alternatives()
    guard take(")") else { throw PatternError(message: "a parenthesis is never closed") }
    (ignoresCase, isMultiline, dotTakesAll) = saved
    return body
  }

  /// `?<name>`, `?'name'` or `?P<name>`: a group like any other, since nothing refers to it.
  private mutating func takeName() throws(PatternError) -> Bool {
    let start = position
    _ = take("P")
    let end: UInt8 = next == UInt8(ascii: "'") ? UInt8(ascii: "'") : UInt8(ascii: ">")
    guard take("<") || take("'") else {
      position = start
      return false
    }
    let first = position
    while let byte = next, ByteSet.wordParts.contains(byte) { position += 1 }
    let name = pattern[first..<position]
    guard let last = name.first, !ByteSet.digits.contains(last), next == end else {
      position = start
      return false
    }
    position += 1
    return true
  }

  /// `?:` and `?i:`; true if it was `(?i)`, which holds for the rest of the group around it.
  private mutating func flags() throws(PatternError) -> Bool {
    var value = true
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: ":"): return false
      case UInt8(ascii: ")"): return true
      case UInt8(ascii: "-"): value = false
      case UInt8(ascii: "i"): ignoresCase = value
      case UInt8(ascii: "m"): isMultiline = value
      case UInt8(ascii: "s"): dotTakesAll = value
      default: throw PatternError(message: "looking around, named groups and the like are not supported")
      }
    }
    throw PatternError(message: "a parenthesis is never closed")
  }

  private mutating func escape() throws(PatternError) -> [PatternInstruction] {
    guard let byte = next else { throw PatternError(message: "there is nothing after the last backslash") }
    switch byte {
    case UInt8(ascii: "b"), UInt8(ascii: "B"):
      position += 1
      return [.assert(byte == UInt8(ascii: "b") ? .wordBoundary : .noWordBoundary)]
    case UInt8(ascii: "A"):
      position += 1
      return [.assert(.start)]
    case UInt8(ascii: "G"):
      position += 1
      return [.assert(.start)]
    case UInt8(ascii: "Z"):
      position += 1
      return [.assert(.end)]
    case UInt8(ascii: "z"):
      position += 1
      return [.assert(.textEnd)]
    case UInt8(ascii: "R"):
      position += 1
      return [.split(1, 4), .byte(ByteSet([13])), .byte(ByteSet([10])), .jump(5), .byte(.lineBreaks)]
    case UInt8(ascii: "1")...UInt8(ascii: "9"):
      throw PatternError(message: "back references are not supported")
    default: return [.byte(fold(try PatternClass.escape(pattern, &position)))]
    }
  }
}
