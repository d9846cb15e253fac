import Captures
import PacketLines

/// How packets are shown.
extension CaptureCommand {
  /// Whether packets are shown at all: not where they are counted, or go to a file instead.
  var shows: Bool { !limits.counts && (target.file == nil || list.printsToo) }

  /// Which end of a capture of both ends is read: a copy is the whole, unless an end is asked for.
  var side: CaptureSide { source.side ?? (target.file != nil ? .both : .client) }

  /// What filters and shows by fields; nil if nothing is asked for.
  func view() throws(Failure) -> FrameView? {
    var view = try tree.view(
      shows: shows, file: source.file, side: side, addsBytes: list.hex + list.hexAndASCII > 0,
      memory: following.budget.memory.bytes)
    if let file = source.file, isPrintedForNobodyWhoWatches(file), cores > 1 { view?.printAside(helpers: cores - 1) }
    return view
  }

  /// What prints tcpdump's lines; nil if the packets are shown otherwise, or not at all.
  func printer() -> FramePrinter? {
    tree.isUsed || !shows
      ? nil : FramePrinter(list.listing(precision, as: tree.interpretation), lineBuffered: list.isLineBuffered)
  }

  /// How many cores print: more than one only where a whole file is printed for nobody who watches.
  func workers(for path: String) -> Int {
    let isOneByOne =
      tree.isUsed || tree.display.text != nil || !shows || target.file != nil || source.showsProcesses
    return isOneByOne || !isPrintedForNobodyWhoWatches(path) ? 1 : cores
  }

  private var cores: Int { list.jobs ?? LineWorkers.usefulCount }

  /// Whether a whole file is printed, and nobody waits for single lines of it.
  private func isPrintedForNobodyWhoWatches(_ path: String) -> Bool {
    !list.isLineBuffered && RegularFile.isOne(path) && !StandardOutput().isDue(1)
  }

  /// tcpdump's words for what its packets come from.
  func describe(_ interface: CaptureInterface) -> String {
    "link-type \(interface.linkType.nameAndDescription), snapshot length \(interface.snapshotLength)"
  }
}
