import Captures
import Dissection
import TextOutput
import Wire

/// Passes frames from a file or an interface to their destination: lines on standard output, a file, or a count.
struct CaptureSession: ~Copyable {
  /// The frames taken so far.
  private(set) var count = 0
  /// The frames that the sources have provided so far.
  private var seen = 0
  /// Whether the user has asked to stop.
  private var isEnding = false
  /// Whether the requested number of files has been written.
  private var hasAllFiles = false
  /// The time of the last frame.
  private var last: Timestamp?
  private let limit: Int?
  private let signals: CaptureSignals
  private var processes: PacketProcesses?
  private var sink: CaptureSink?
  private var printer: FramePrinter?
  private var view: FrameView?

  /// `processes` finds the process of each packet, if that was requested; `view` filters and shows packets by their
  /// fields.
  init(
    limit: Int?, signals: CaptureSignals, processes: PacketProcesses?, sink: consuming CaptureSink?,
    printer: consuming FramePrinter?, view: consuming FrameView? = nil
  ) {
    self.limit = limit
    self.signals = signals
    self.processes = processes
    self.sink = sink
    self.printer = printer
    self.view = view
  }

  /// Whether no more frames are needed.
  var isComplete: Bool { isEnding || hasAllFiles || count >= limit ?? .max }

  /// Reads to the source's end or to the limit, or until the user stops the capture or the reader of the output
  /// closes it.
  ///
  /// `filter` and `direction` are conditions that the source does not apply itself.
  mutating func take<Source: CaptureSource & ~Copyable>(
    from source: inout Source, where filter: CaptureFilter? = nil, direction: Frame.Direction? = nil
  ) throws {
    let before = seen
    try sink?.begin(&source)
    while count < limit ?? .max, var frame = try next(of: &source) {
      // Packet numbers continue from one file to the next.
      frame.number += before
      seen = frame.number
      if let filter, !filter.matches(frame, source.bytes) { continue }
      if let direction, frame.direction(source.bytes) != direction { continue }
      view?.add(keys: source.takeKeyLog())
      if let passes = view?.passes(frame, of: source), !passes { continue }
      count += 1
      last = frame.timestamp
      let process = processes?.process(of: frame, source)
      guard try write(frame, of: &source, process) else { return }
      // Lines are numbered in the order of the output, as in tcpdump.
      var shown = frame
      shown.number = count
      try printer?.print(shown, source.bytes, note: process.map { "\($0.suffix)" })
      try view?.print(frame, source.bytes)
    }
    try sink?.write(blocksOf: &source)
  }

  /// Writes what is left, even after an error, with the statistics of a live capture if the file format has a place
  /// for them.
  mutating func finish(_ statistics: CaptureStatistics? = nil) throws {
    try sink?.close(statistics, at: last)
    try printer?.flush()
    try view?.finish()
    for line in view?.losses ?? [] { Headwind.say("headwind: \(line)") }
  }

  /// Writes the frame to the file, if there is one. Returns false if the requested files are complete.
  private mutating func write<Source: CaptureSource & ~Copyable>(
    _ frame: Frame, of source: inout Source, _ process: ProcessName?
  ) throws -> Bool {
    guard sink != nil else { return true }
    try sink?.write(blocksOf: &source)
    hasAllFiles = try sink?.turnOverIfDue(source, at: frame.timestamp) == false
    guard !hasAllFiles else { return false }
    try sink?.write(frame, of: source, adding: processes?.notes(process) ?? [])
    return true
  }

  /// The next frame. Flushes the buffered output before it waits for a frame.
  private mutating func next<Source: CaptureSource & ~Copyable>(of source: inout Source) throws -> Frame? {
    while true {
      if signals.hasNews { try answer(&source) }
      if let frame = try source.nextIfReady() { return frame }
      try sink?.write(blocksOf: &source)
      try sink?.flush()
      try printer?.flush()
      try view?.flush()
      guard try source.wait(or: signals.bell) else { return nil }
    }
  }

  /// Performs the requests of signals.
  private mutating func answer<Source: CaptureSource & ~Copyable>(_ source: inout Source) throws {
    for request in signals.take() {
      switch request {
      case .end:
        isEnding = true
        source.end()
      case .statistics: Headwind.say("\(Summary(source.statistics, taken: count).line)")
      case .flush: try sink?.flush()
      }
    }
  }
}
