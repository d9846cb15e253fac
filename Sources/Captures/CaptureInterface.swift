public import Wire

/// The description of an interface in a capture.
public struct CaptureInterface: Hashable, Sendable {
  /// The default limit on the captured bytes of a frame, which is that of tcpdump and Wireshark.
  public static let defaultSnapshotLength = 262_144

  /// The type of the first header of its frames.
  public var linkType: LinkType
  /// The limit on the captured bytes of a frame.
  public var snapshotLength: Int
  /// The interface's name, if the capture contains it.
  public var name: String?
  /// The resolution of the frames' timestamps.
  public var resolution: TimestampResolution
  /// The upper bits of a pcap file's link-type word, which give the length of frame check sequences. They are only
  /// copied.
  public var linkTypeFlags: UInt32 = 0
  /// Other options from a pcapng file: description, capture filter, addresses, speed, comments ...
  public var options: [CaptureOption] = []

  /// An interface as pcapng describes it.
  public init(
    linkType: LinkType, snapshotLength: Int = defaultSnapshotLength, name: String? = nil,
    resolution: TimestampResolution = .nanoseconds
  ) {
    self.linkType = linkType
    self.snapshotLength = snapshotLength
    self.name = name
    self.resolution = resolution
  }
}
