/// Frames that crossed a link, in order, with their bytes.
public struct FrameBatch: Sendable {
  /// One frame.
  public struct Entry: Sendable {
    public var sighting: FrameSighting
    /// The range of its bytes in `bytes`.
    public var range: Range<Int>
    /// The notes that were added since the previous frame.
    public var notes: [String]
  }

  public internal(set) var entries: [Entry] = []
  public internal(set) var bytes: [UInt8] = []

  public init() {}
}
