public import Wire

/// How a live capture is made.
public struct LiveCaptureOptions: Hashable, Sendable {
  /// Which frames are taken, by the way they go.
  public enum Direction: Sendable {
    case both
    case inbound
    case outbound
  }

  /// A capture filter, as in pcap-filter(7); the empty one takes every frame.
  public var filter: String
  /// The most bytes that are taken of one frame.
  public var snapshotLength: Int
  /// What the kernel may hold until it is read, in bytes.
  public var bufferSize: Int
  /// Whether frames that are for other hosts are taken too.
  public var isPromiscuous: Bool
  /// Whether the kernel hands over each frame by itself, at once.
  public var isImmediate = false
  /// How old, in milliseconds, a block with frames in it gets before the kernel hands it over.
  public var blockAge: Int32 = 5
  public var direction = Direction.both
  /// The link type to capture with, where the interface offers several.
  public var linkType: LinkType?
  /// Who stamps the frames; nil leaves it to libpcap.
  public var timeStampType: TimeStampType?
  /// What the interface's time stamps are said to be counted in.
  public var resolution = TimestampResolution.nanoseconds

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
