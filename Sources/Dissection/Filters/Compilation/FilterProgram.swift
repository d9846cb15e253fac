import Wire

/// A display filter, compiled: tests, and what to do with their answers.
struct FilterProgram: Sendable {
  enum Instruction: Hashable, Sendable {
    /// Makes the answer that of a test.
    case test(Int)
    case not
    /// Goes on elsewhere, with the answer as it is.
    case skipIfFalse(Int)
    case skipIfTrue(Int)
    /// Keeps the answer for `xor`.
    case keep
    case xor
  }

  var code: [Instruction] = []
  var tests: [FilterTest] = []
  /// The fields that are looked at.
  var fields = FieldSet()
  /// Whether a value is needed that only the tree has.
  var needsTree = false

  func evaluate<Fields: FilterFields>(_ fields: Fields, _ frame: Span<UInt8>) -> Bool {
    var answer = true
    var kept: UInt64 = 0
    var place = 0
    while place < code.count {
      switch code[place] {
      case .test(let index): answer = tests[index].holds(fields, frame)
      case .not: answer.toggle()
      case .skipIfFalse(let target) where !answer: place = target - 1
      case .skipIfTrue(let target) where answer: place = target - 1
      case .skipIfFalse, .skipIfTrue: break
      case .keep: kept = kept << 1 | (answer ? 1 : 0)
      case .xor:
        answer = answer != (kept & 1 == 1)
        kept >>= 1
      }
      place += 1
    }
    return answer
  }
}
