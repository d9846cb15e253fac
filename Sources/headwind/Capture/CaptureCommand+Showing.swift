import Captures

/// How packets are shown.
extension CaptureCommand {
  /// Whether packets are shown at all: not where they are counted, or go to a file instead.
  private var shows: Bool { !limits.counts && (target.file == nil || list.printsToo) }

  /// What filters and shows by fields; nil if nothing is asked for.
  func view() throws(Failure) -> FrameView? {
    try tree.view(shows: shows)
  }

  /// What prints tcpdump's lines; nil if the packets are shown otherwise, or not at all.
  func printer() -> FramePrinter? {
    tree.isUsed || !shows ? nil : FramePrinter(list.listing(precision), lineBuffered: list.isLineBuffered)
  }

  /// tcpdump's words for what its packets come from.
  func describe(_ interface: CaptureInterface) -> String {
    "link-type \(interface.linkType.nameAndDescription), snapshot length \(interface.snapshotLength)"
  }
}
