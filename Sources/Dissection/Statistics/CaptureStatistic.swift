public import Streams
public import Wire

/// Something that is counted over a capture.
public protocol CaptureStatistic {
  /// Takes the next frame of the capture.
  ///
  /// - Parameter isCounted: false for one that only tells what others mean: the query of an answer, the beginning of a
  ///   conversation.
  mutating func add(_ frame: Frame, _ bytes: Span<UInt8>, isCounted: Bool)
  /// Takes secrets of TLS connections that the capture has: lines of an NSS key log.
  mutating func add(keys lines: [UInt8])
  /// Says that the capture is over.
  mutating func finish()
  /// What was counted so far.
  var table: StatisticsTable { get }
  /// What was given up while conversations were read, where they were.
  var summary: FlowSummary? { get }
}

extension CaptureStatistic {
  public mutating func add(keys lines: [UInt8]) {}
  public mutating func finish() {}
  public var summary: FlowSummary? { nil }
}
