/// A decoder of one coding: a library's state behind three calls.
protocol CodingStage: AnyObject {
  var coding: ContentCoding { get }
  /// Whether the input may end here.
  var mayEnd: Bool { get }
  /// Whether the coded data has ended, so that further input is not part of it.
  var isOver: Bool { get }
  /// Decodes as much as fits, and returns how many bytes it read and wrote.
  ///
  /// Returns `(0, 0)` only if it can do nothing more with this input.
  func run(
    _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
  ) throws(StageFailure) -> (taken: Int, made: Int)
  /// Returns to the initial state.
  func reset()
}

/// A library's error. The decoder adds the position.
enum StageFailure: Error {
  /// The input is invalid after `taken` bytes.
  case corrupt(taken: Int)
  case outOfMemory
}
