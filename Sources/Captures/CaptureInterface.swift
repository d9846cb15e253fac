public import Wire

/// What a capture says of an interface it was made on.
public struct CaptureInterface: Hashable, Sendable {
  /// The most bytes of one frame that a capture takes where nothing else is asked for, as in tcpdump and Wireshark.
  public static let defaultSnapshotLength = 262_144

  /// The first header of its frames.
  public var linkType: LinkType
  /// The most bytes that were taken of one frame.
  public var snapshotLength: Int
  /// The interface's name, where the capture tells it.
  public var name: String?
  /// What the frames' times are counted in.
  public var resolution: TimestampResolution
  /// The upper bits of a pcap file's link-type word, which tell the length of frame check sequences; copied, never used.
  public var linkTypeFlags: UInt32 = 0
  /// What else a pcapng file says of it: description, capture filter, addresses, speed, comments ...
  public var options: [CaptureOption] = []

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
