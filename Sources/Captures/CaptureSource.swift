public import Wire

/// Where frames come from: a file, a pipe, or a live interface.
///
///     while let frame = try source.next() {
///       print(frame.number, source.bytes.count)
///     }
public protocol CaptureSource: ~Copyable {
  /// The interfaces known so far; `Frame.interfaceID` counts in this list.
  var interfaces: [CaptureInterface] { get }

  /// Moves to the next frame, waiting for it if need be; `nil` at the end.
  mutating func next() throws(CaptureError) -> Frame?

  /// Moves to the next frame if there is one without waiting. After `nil`, `next()` waits or knows that this is the end,
  /// so this is the moment to hand on what was gathered.
  mutating func nextIfReady() throws(CaptureError) -> Frame?

  /// The captured bytes of the frame that `next()` returned last, lent until `next()` is called again.
  var bytes: Span<UInt8> { @_lifetime(borrow self) get }

  /// The comments on the frame that `next()` returned last, where the source has such a thing.
  var comments: [String] { get }
}

extension CaptureSource where Self: ~Copyable {
  public var comments: [String] { [] }

  /// A file is always ready.
  public mutating func nextIfReady() throws(CaptureError) -> Frame? { try next() }
}
