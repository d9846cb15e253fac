import Captures
import Wire

/// Takes frames from a file or an interface to where they are wanted: lines on standard output, a file, or a count.
struct CaptureSession: ~Copyable {
  /// The frames taken so far.
  private(set) var count = 0
  /// When the last one was seen.
  private var last: Timestamp?
  private let limit: Int?
  private let filter: CaptureFilter?
  private var sink: CaptureSink?
  private var printer: FramePrinter?
  private var view: FrameView?

  /// `filter` is what the source does not filter itself; `view` filters and shows by fields.
  init(
    limit: Int?, filter: CaptureFilter?, sink: consuming CaptureSink?, printer: consuming FramePrinter?,
    view: consuming FrameView? = nil
  ) {
    self.limit = limit
    self.filter = filter
    self.sink = sink
    self.printer = printer
    self.view = view
  }

  /// Goes on to the source's end, to the limit, or until whoever reads the output has gone.
  mutating func take<Source: CaptureSource & ~Copyable>(from source: inout Source) throws {
    while count < limit ?? .max, let frame = try next(of: &source) {
      if let filter, !filter.matches(frame, source.bytes) { continue }
      if let passes = view?.passes(frame, source.bytes), !passes { continue }
      count += 1
      last = frame.timestamp
      try sink?.write(
        frame, source.bytes, of: source.interfaces[frame.interfaceID], comments: source.comments)
      // Lines are numbered as they come out, as tcpdump does.
      var shown = frame
      shown.number = count
      try printer?.print(shown, source.bytes)
      try view?.print(frame, source.bytes)
    }
  }

  /// Hands on what is left, whatever happened; with a live capture's statistics where the file has a place for them.
  mutating func finish(_ statistics: CaptureStatistics? = nil) throws {
    try sink?.close(statistics, at: last)
    try printer?.flush()
    try view?.finish()
  }

  /// The next frame; before it waits for one, it hands on what was gathered.
  private mutating func next<Source: CaptureSource & ~Copyable>(of source: inout Source) throws -> Frame? {
    if let frame = try source.nextIfReady() { return frame }
    try sink?.flush()
    try printer?.flush()
    try view?.flush()
    return try source.next()
  }
}
