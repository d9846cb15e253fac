/// When a capture continues in another file: tcpdump's `-C`, `-G` and `-W`.
public struct Rotation: Hashable, Sendable {
  /// The size at which a file is full. The packet that exceeds it is still written to the file.
  public var size: Int64?
  /// The seconds after which the next packet begins a new file.
  public var seconds: Int?
  /// With a size: the number of files, of which the oldest is overwritten. With seconds alone: the number of files
  /// after which the capture ends.
  public var count: Int?

  /// - Parameters:
  ///   - size: bytes of a file, at which the next one begins.
  ///   - seconds: the time after which the next one begins.
  ///   - count: how many files are kept.
  public init(size: Int64? = nil, seconds: Int? = nil, count: Int? = nil) {
    self.size = size
    self.seconds = seconds
    self.count = count
  }

  /// Whether there can be more than one file.
  public var isUsed: Bool { size != nil || seconds != nil }
}
