public import SystemPackage
public import Wire

/// A source of frames: a file, a pipe, or a live interface.
///
///     while let frame = try source.next() {
///       print(frame.number, source.bytes.count)
///     }
public protocol CaptureSource: ~Copyable {
  /// The interfaces known so far. `Frame.interfaceID` is an index into this list.
  var interfaces: [CaptureInterface] { get }

  /// The number of the current frame's section, from 1; nil if the format has no sections.
  var section: Int? { get }

  /// Moves to the next frame, and waits for it if necessary. Returns nil at the end.
  mutating func next() throws(CaptureError) -> Frame?

  /// Moves to the next frame if there is one without waiting. After nil, flush buffered output and call `wait(or:)`,
  /// which waits or reports the end.
  mutating func nextIfReady() throws(CaptureError) -> Frame?

  /// Waits until `nextIfReady()` may return a frame, or until `alarm` is readable. Returns false at the end of the
  /// source.
  mutating func wait(or alarm: FileDescriptor?) throws(CaptureError) -> Bool

  /// Requests the end. Frames that have already arrived are still delivered.
  mutating func end()

  /// The captured bytes of the last frame, which are valid until the next call of `next()`.
  var bytes: Span<UInt8> { @_lifetime(borrow self) get }

  /// The comments on the last frame, if the source supports comments.
  var comments: [String] { get }

  /// All options of the last frame, including comments, if the source supports options.
  var options: [CaptureOption] { get }

  /// The blocks other than frames since the last call, up to the last frame, in order.
  mutating func takeBlocks() -> [CaptureBlock]

  /// The secrets of TLS connections that the source gave since the last call: lines of an NSS key log.
  mutating func takeKeyLog() -> [UInt8]

  /// The statistics so far, if this is a live capture.
  var statistics: CaptureStatistics? { get }
}

extension CaptureSource where Self: ~Copyable {
  public var comments: [String] { [] }
  public var options: [CaptureOption] { [] }
  public var statistics: CaptureStatistics? { nil }
  public var section: Int? { nil }
  public mutating func takeKeyLog() -> [UInt8] { [] }
}
