public import Wire

/// A comment that has a time of its own: that of a statistics block, as `headwind run --capture` writes it for events of a link.
public struct CaptureRemark: Hashable, Sendable {
  /// The most remarks of a file that are kept, and the most bytes of each.
  static let most = 10_000
  static let longest = 512

  /// The time of the block.
  public var time: Timestamp
  /// The comment.
  public var text: String

  /// Creates a remark.
  public init(time: Timestamp, text: String) {
    self.time = time
    self.text = text
  }
}

extension InterfaceStatistics {
  /// The block of a remark.
  package init(_ remark: CaptureRemark) {
    self.init(interface: 0, time: remark.time, options: [.comment(remark.text)])
  }
}

extension CaptureReader {
  /// Keeps the comments of a statistics block.
  mutating func keepRemarks(of statistics: InterfaceStatistics) {
    for comment in statistics.options.comments where remarks.count < CaptureRemark.most {
      let text = comment.utf8.count > CaptureRemark.longest ? String(comment.unicodeScalars.prefix(128)) : comment
      remarks.append(CaptureRemark(time: statistics.time, text: text))
    }
  }
}
