public import SystemPackage
public import Wire

/// Where frames come from: a file, a pipe, or a live interface.
///
///     while let frame = try source.next() {
///       print(frame.number, source.bytes.count)
///     }
public protocol CaptureSource: ~Copyable {
  /// The interfaces known so far; `Frame.interfaceID` counts in this list.
  var interfaces: [CaptureInterface] { get }

  /// The number of the section that the current frame is in, from 1; nil where the format has no sections.
  var section: Int? { get }

  /// Moves to the next frame, waiting for it if need be; `nil` at the end.
  mutating func next() throws(CaptureError) -> Frame?

  /// Moves to the next frame if there is one without waiting. After `nil`, `wait(or:)` waits or knows that this is the end,
  /// so this is the moment to hand on what was gathered.
  mutating func nextIfReady() throws(CaptureError) -> Frame?

  /// Waits until `nextIfReady()` may give a frame, or `alarm` is readable; false if there will be none.
  mutating func wait(or alarm: FileDescriptor?) throws(CaptureError) -> Bool

  /// Asks for the end: what has arrived by now is still delivered.
  mutating func end()

  /// The captured bytes of the frame that `next()` returned last, lent until `next()` is called again.
  var bytes: Span<UInt8> { @_lifetime(borrow self) get }

  /// The comments on the frame that `next()` returned last, where the source has such a thing.
  var comments: [String] { get }

  /// All that the source says of that frame, comments included, where it has such a thing.
  var options: [CaptureOption] { get }

  /// What was said besides frames since this was last asked: up to the frame that `next()` returned last, in order.
  mutating func takeBlocks() -> [CaptureBlock]

  /// How the capture went so far, where it is one of ours.
  var statistics: CaptureStatistics? { get }
}

extension CaptureSource where Self: ~Copyable {
  public var comments: [String] { [] }
  public var options: [CaptureOption] { [] }
  public var statistics: CaptureStatistics? { nil }
  public var section: Int? { nil }
}
