/// The file format of a capture.
public enum CaptureFormat: Hashable, Sendable {
  /// The classic format, with one link type and one timestamp resolution.
  case pcap
  /// The block format, with interfaces, names, directions, comments and statistics.
  case pcapng

  /// The format for a file name: pcapng if it ends in `.pcapng` or `.ntar`, otherwise pcap.
  public init(path: String) {
    let name = path.lowercased()
    self = name.hasSuffix(".pcapng") || name.hasSuffix(".ntar") ? .pcapng : .pcap
  }
}
