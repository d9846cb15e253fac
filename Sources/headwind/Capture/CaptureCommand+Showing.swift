import Captures
import PacketLines

/// How packets are shown.
extension CaptureCommand {
  /// Whether packets are shown, and not only counted or written to a file.
  var shows: Bool { !limits.counts && (target.file == nil || list.printsToo) }

  /// The end to read of a capture of both ends. A copy (`-w`) contains both ends, unless `--side` is given.
  var side: CaptureSide { source.side ?? (target.file != nil ? .both : .client) }

  /// Filters and shows packets by their fields; nil if no option needs that.
  func view() throws(Failure) -> FrameView? {
    var view = try tree.view(
      shows: shows, file: source.file, side: side,
      summary: SummaryColumns(list.summaryTime, digits: precision.showsNanoseconds ? 9 : 6),
      addsBytes: list.hex + list.hexAndASCII > 0,
      memory: following.budget.memory.bytes)
    let cores = list.jobs ?? LineWorkers.usefulCount
    if let file = source.file, isPrintedForNobodyWhoWatches(file), cores > 1 { view?.printAside(helpers: cores - 1) }
    return view
  }

  /// Prints tcpdump's lines; nil if the packets are shown in another way, or not at all.
  func printer() -> FramePrinter? {
    tree.isUsed || !shows
      ? nil : FramePrinter(list.listing(precision, as: tree.interpretation), lineBuffered: list.isLineBuffered)
  }

  /// How many cores format lines: more than one only for a whole file whose output is not watched line by line.
  func workers(for path: String) -> Int {
    let isOneByOne =
      tree.isUsed || tree.display.text != nil || !shows || target.file != nil || source.showsProcesses
    return isOneByOne || !isPrintedForNobodyWhoWatches(path) ? 1 : list.cores
  }

  /// Whether a whole file is printed and single lines are not urgent.
  private func isPrintedForNobodyWhoWatches(_ path: String) -> Bool {
    !list.isLineBuffered && RegularFile.isOne(path) && !StandardOutput().isDue(1)
  }

  /// The description of an interface in tcpdump's words.
  func describe(_ interface: CaptureInterface) -> String {
    "link-type \(interface.linkType.nameAndDescription), snapshot length \(interface.snapshotLength)"
  }
}
