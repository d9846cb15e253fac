public import Wire

/// The options of a live capture.
public struct LiveCaptureOptions: Hashable, Sendable {
  /// The direction of the frames to capture.
  public enum Direction: Sendable {
    /// What comes in and what goes out.
    case both
    /// What comes in.
    case inbound
    /// What goes out.
    case outbound
  }

  /// A capture filter, as in pcap-filter(7). The empty filter matches every frame.
  public var filter: String
  /// The limit on the captured bytes of a frame.
  public var snapshotLength: Int
  /// The size of the kernel's buffer, in bytes.
  public var bufferSize: Int
  /// Whether frames for other hosts are captured too.
  public var isPromiscuous: Bool
  /// Whether the kernel delivers each frame immediately.
  public var isImmediate = false
  /// The age at which the kernel delivers a block that is not full, in milliseconds.
  public var blockAge: Int32 = 5
  /// Which packets are captured.
  public var direction = Direction.both
  /// The link type, if the interface offers several.
  public var linkType: LinkType?
  /// The source of timestamps; nil for libpcap's default.
  public var timeStampType: TimeStampType?
  /// The resolution of timestamps that the interface description gives.
  public var resolution = TimestampResolution.nanoseconds

  /// The options of `tcpdump` unless others are given.
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
