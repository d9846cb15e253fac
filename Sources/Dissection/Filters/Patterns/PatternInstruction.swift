/// The instructions of a pattern, for a machine that follows all ways at once.
enum PatternInstruction: Hashable, Sendable {
  /// One byte of the set, then the next instruction.
  case byte(ByteSet)
  /// Both ways.
  case split(Int, Int)
  case jump(Int)
  case assert(PatternAssertion)
  case match
}
