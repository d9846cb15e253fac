/// What a library said; the decoder adds where.
enum StageFailure: Error {
  /// The input is not what the coding allows; `taken` bytes of it were.
  case corrupt(taken: Int)
  case outOfMemory
}
