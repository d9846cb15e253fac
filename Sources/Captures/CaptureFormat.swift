/// How a capture is laid out in a file.
public enum CaptureFormat: Hashable, Sendable {
  /// The classic format: one link type, time stamps in one resolution.
  case pcap
  /// Blocks: interfaces with names, directions, comments, statistics.
  case pcapng

  /// The format that a file of this name gets: pcapng where the name ends in `.pcapng` or `.ntar`, pcap otherwise.
  public init(path: String) {
    let name = path.lowercased()
    self = name.hasSuffix(".pcapng") || name.hasSuffix(".ntar") ? .pcapng : .pcap
  }
}
