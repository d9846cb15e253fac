/// How a live capture went, counted as tcpdump counts.
public struct CaptureStatistics: Hashable, Sendable {
  /// Frames handed to the caller.
  public var captured: UInt64
  /// Frames that matched the filter, whether or not there was room for them.
  public var receivedByFilter: UInt64
  /// Frames that the kernel had no room for.
  public var droppedByKernel: UInt64
  /// Frames that the interface or its driver had no room for, where it counts them.
  public var droppedByInterface: UInt64

  public init(
    captured: UInt64 = 0, receivedByFilter: UInt64 = 0, droppedByKernel: UInt64 = 0, droppedByInterface: UInt64 = 0
  ) {
    self.captured = captured
    self.receivedByFilter = receivedByFilter
    self.droppedByKernel = droppedByKernel
    self.droppedByInterface = droppedByInterface
  }
}
