/// How a live capture is made.
public struct LiveCaptureOptions: Hashable, Sendable {
  /// A capture filter, as in pcap-filter(7); the empty one takes every frame.
  public var filter: String
  /// The most bytes that are taken of one frame.
  public var snapshotLength: Int
  /// What the kernel may hold until it is read, in bytes.
  public var bufferSize: Int
  /// Whether frames that are for other hosts are taken too.
  public var isPromiscuous: Bool

  public init(
    filter: String = "", snapshotLength: Int = CaptureInterface.defaultSnapshotLength,
    bufferSize: Int = 32 * 1024 * 1024, isPromiscuous: Bool = false
  ) {
    self.filter = filter
    self.snapshotLength = snapshotLength
    self.bufferSize = bufferSize
    self.isPromiscuous = isPromiscuous
  }
}
