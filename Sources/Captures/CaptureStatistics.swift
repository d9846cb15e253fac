/// The statistics of a live capture, counted as in tcpdump.
public struct CaptureStatistics: Hashable, Sendable {
  /// Frames passed to the caller.
  public var captured: UInt64
  /// Frames that matched the filter, including those that were dropped.
  public var receivedByFilter: UInt64
  /// Frames that the kernel dropped because its buffer was full.
  public var droppedByKernel: UInt64
  /// Frames that the interface or its driver dropped, if it counts them.
  public var droppedByInterface: UInt64

  /// What a capture counted.
  public init(
    captured: UInt64 = 0, receivedByFilter: UInt64 = 0, droppedByKernel: UInt64 = 0, droppedByInterface: UInt64 = 0
  ) {
    self.captured = captured
    self.receivedByFilter = receivedByFilter
    self.droppedByKernel = droppedByKernel
    self.droppedByInterface = droppedByInterface
  }
}
