public import Wire

/// The statistics of a capture on an interface (pcapng interface statistics block).
public struct InterfaceStatistics: Hashable, Sendable {
  /// The interface's number in its section.
  public var interface: Int
  /// The time of the statistics.
  public var time: Timestamp
  /// The start and the end of the capture, if they are given.
  public var start: Timestamp?
  /// When the capture ended; nil if that is not said.
  public var end: Timestamp?
  /// The counts and comments.
  public var options: [CaptureOption]

  /// What is not known is nil.
  public init(
    interface: Int, time: Timestamp, start: Timestamp? = nil, end: Timestamp? = nil, options: [CaptureOption] = []
  ) {
    self.interface = interface
    self.time = time
    self.start = start
    self.end = end
    self.options = options
  }

  /// The statistics of a live capture.
  public init(_ statistics: CaptureStatistics, interface: Int, start: Timestamp?, end: Timestamp) {
    self.init(
      interface: interface, time: end, start: start, end: end,
      options: [
        CaptureOption(code: CaptureOption.Code.statisticsInterfaceDrops, statistics.droppedByInterface),
        CaptureOption(code: CaptureOption.Code.statisticsAccepted, statistics.receivedByFilter),
        CaptureOption(code: CaptureOption.Code.statisticsSystemDrops, statistics.droppedByKernel),
        CaptureOption(code: CaptureOption.Code.statisticsDelivered, statistics.captured),
      ])
  }

  /// The packets that the interface or the system dropped, if the counts are given.
  public var drops: UInt64 {
    options.reduce(0) { sum, option in
      let counts = [CaptureOption.Code.statisticsInterfaceDrops, CaptureOption.Code.statisticsSystemDrops]
      return counts.contains(option.code) ? sum.addingReportingOverflow(option.number).partialValue : sum
    }
  }
}
