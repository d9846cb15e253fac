import TextOutput

/// A regular expression over bytes, whatever the case of letters: what `matches` means.
///
/// It has PCRE's syntax without what only backtracking can do (back references, looking around), so that the time for a
/// match is at most proportional to the pattern's length times the text's, whatever a capture contains.
struct BytePattern: Sendable {
  /// How long a compiled pattern may be.
  static let mostInstructions = 10_000

  private let program: [PatternInstruction]

  init(_ pattern: [UInt8]) throws(PatternError) {
    program = try PatternCompiler.compile(pattern)
  }

  /// Whether it is found anywhere in `text`.
  func matches(_ text: [UInt8]) -> Bool {
    var current = States(count: program.count)
    var next = States(count: program.count)
    for position in 0...text.count {
      // A match may begin at any place.
      if add(0, to: &current, text, position) { return true }
      guard position < text.count else { return false }
      var found = false
      for state in current.list {
        if case .byte(let set) = program[state], set.contains(text[position]) {
          if add(state + 1, to: &next, text, position + 1) { found = true }
        }
      }
      if found { return true }
      swap(&current, &next)
      next.clear()
    }
    return false
  }

  /// The states that a machine is in, each once.
  private struct States {
    var list: [Int] = []
    private var isIn: [Bool]

    init(count: Int) { isIn = [Bool](repeating: false, count: count) }

    mutating func insert(_ state: Int) -> Bool {
      if isIn[state] { return false }
      isIn[state] = true
      list.append(state)
      return true
    }

    mutating func clear() {
      for state in list { isIn[state] = false }
      list.removeAll(keepingCapacity: true)
    }
  }

  /// Adds a state and all that it leads to without a byte; true if that is the end of the pattern.
  private func add(_ start: Int, to states: inout States, _ text: [UInt8], _ position: Int) -> Bool {
    var pending = [start]
    var isMatch = false
    while let state = pending.popLast() {
      guard states.insert(state) else { continue }
      switch program[state] {
      case .byte: break
      case .match: isMatch = true
      case .jump(let target): pending.append(target)
      case .split(let first, let second):
        pending.append(second)
        pending.append(first)
      case .assert(let assertion): if holds(assertion, text, position) { pending.append(state + 1) }
      }
    }
    return isMatch
  }

  private func holds(_ assertion: PatternAssertion, _ text: [UInt8], _ position: Int) -> Bool {
    switch assertion {
    case .start: return position == 0
    case .end: return position == text.count || (position == text.count - 1 && text[position] == 10)
    case .textEnd: return position == text.count
    case .lineStart: return position == 0 || text[position - 1] == 10
    case .lineEnd: return position == text.count || text[position] == 10
    case .wordBoundary, .noWordBoundary:
      let before = position > 0 && ByteSet.wordParts.contains(text[position - 1])
      let after = position < text.count && ByteSet.wordParts.contains(text[position])
      return (before != after) == (assertion == .wordBoundary)
    }
  }
}
