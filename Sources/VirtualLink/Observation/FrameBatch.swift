/// Frames that crossed a link, in order, with their bytes.
public struct FrameBatch: Sendable {
  /// One frame.
  public struct Entry: Sendable {
    public var sighting: FrameSighting
    /// Where its bytes are in `bytes`.
    public var range: Range<Int>
    /// What was noted since the frame before it.
    public var notes: [String]
  }

  public internal(set) var entries: [Entry] = []
  public internal(set) var bytes: [UInt8] = []

  public init() {}
}
