/// One coding being undone: a library's state behind three calls.
protocol CodingStage: AnyObject {
  var coding: ContentCoding { get }
  /// Whether the input may end here.
  var mayEnd: Bool { get }
  /// Whether the coded data is over, so that further input is not part of it.
  var isOver: Bool { get }
  /// Undoes as much as fits, and returns how many bytes it took and how many it made.
  ///
  /// Returns `(0, 0)` only if it can do nothing more with this input.
  func run(
    _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
  ) throws(StageFailure) -> (taken: Int, made: Int)
  /// Back to the state of a new one.
  func reset()
}
