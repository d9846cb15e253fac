/// A library's error. The decoder adds the position.
enum StageFailure: Error {
  /// The input is invalid after `taken` bytes.
  case corrupt(taken: Int)
  case outOfMemory
}
