/// What must hold between two bytes.
enum PatternAssertion: Hashable {
  case start, end, textEnd, lineStart, lineEnd, wordBoundary, noWordBoundary
}
