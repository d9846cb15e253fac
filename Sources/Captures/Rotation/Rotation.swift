/// When a capture goes on in another file: tcpdump's `-C`, `-G` and `-W`.
public struct Rotation: Hashable, Sendable {
  /// The bytes after which a file is full; the packet that goes beyond them is the file's last.
  public var size: Int64?
  /// The seconds after which the next packet begins a file.
  public var seconds: Int?
  /// With a size: how many files there are, the oldest of which is overwritten. With seconds alone: how many files are
  /// written before the capture ends.
  public var count: Int?

  public init(size: Int64? = nil, seconds: Int? = nil, count: Int? = nil) {
    self.size = size
    self.seconds = seconds
    self.count = count
  }

  /// Whether there is ever more than one file.
  public var isUsed: Bool { size != nil || seconds != nil }
}
