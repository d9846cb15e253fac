public import Wire

/// Where frames come from: a file, a pipe, or a live interface.
///
///     while let frame = try source.next() {
///       print(frame.number, source.bytes.count)
///     }
public protocol CaptureSource: ~Copyable {
  /// The interfaces known so far; `Frame.interfaceID` counts in this list.
  var interfaces: [CaptureInterface] { get }

  /// Moves to the next frame; `nil` at the end.
  mutating func next() throws(CaptureError) -> Frame?

  /// The captured bytes of the frame that `next()` returned last, lent until `next()` is called again.
  var bytes: Span<UInt8> { @_lifetime(borrow self) get }
}
