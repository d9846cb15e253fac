internal import Glibc
public import Wire

/// A capture that is written to one file after the other.
///
/// Each file can be read by itself: what a section's earlier files said of interfaces, names and secrets is said again.
public struct SavefileSeries: ~Copyable {
  /// Why the next packet does not go into the current file.
  private enum Turn {
    case time
    case size
  }

  /// The most bytes of names and secrets that are said again in every file.
  private static let mostRepeated = 16 * 1024 * 1024

  private let names: SavefileName
  private let format: CaptureFormat
  private let finished: (String) -> Void
  private var writer: CaptureWriter
  private var preamble: [CaptureBlock] = []
  private var preambleWeight = 0
  /// The number of the current file among those of this time, and the files that ended by time so far.
  private var index = 0
  private var timeTurns = 0
  private var startTime: Int
  private var turn: Turn?
  /// Whether as many files as were asked for are complete.
  public private(set) var isComplete = false

  /// Makes the first file.
  /// - Parameter finished: called with the name of each file that another one follows.
  public static func create(
    _ name: String, format: CaptureFormat, rotation: Rotation, finished: @escaping (String) -> Void = { _ in }
  ) throws(CaptureError) -> SavefileSeries {
    let names = SavefileName(base: name, rotation: rotation)
    let now = time(nil)
    let writer = try CaptureWriter.create(names.name(index: 0, time: now), format: format)
    return SavefileSeries(names, format, writer, now, finished)
  }

  private init(
    _ names: SavefileName, _ format: CaptureFormat, _ writer: consuming CaptureWriter, _ now: Int,
    _ finished: @escaping (String) -> Void
  ) {
    self.names = names
    self.format = format
    self.writer = writer
    self.finished = finished
    startTime = now
  }

  /// When it goes on in another file.
  public var rotation: Rotation { names.rotation }

  /// The current file's name.
  public var path: String { writer.path }

  /// Whether the next packet belongs into another file, as tcpdump decides it: by the clock, and by what was written.
  public mutating func isTurnDue() -> Bool {
    let rotation = names.rotation
    if let seconds = rotation.seconds {
      let now = time(nil)
      if now - startTime >= seconds {
        startTime = now
        turn = .time
        return true
      }
    }
    guard let size = rotation.size, writer.length > size else { return false }
    turn = .size
    return true
  }

  /// Ends the current file and begins the next one, or finds that the series is complete.
  /// - Parameter statistics: how the capture went so far, said at the end of the file.
  public mutating func turnOver(_ statistics: [InterfaceStatistics] = []) throws(CaptureError) {
    try finish(statistics)
    finished(writer.path)
    if turn == .time {
      timeTurns += 1
      index = 0
      if names.rotation.size == nil, let count = names.rotation.count, timeTurns >= count {
        isComplete = true
        return
      }
    } else {
      index += 1
      if let count = names.rotation.count, index >= count { index = 0 }
    }
    writer = try CaptureWriter.create(names.name(index: index, time: startTime), format: format)
    for block in preamble {
      try writer.write(block)
    }
  }

  public mutating func write(_ block: CaptureBlock) throws(CaptureError) {
    if names.rotation.isUsed, block.holdsForSection { remember(block) }
    try writer.write(block)
  }

  public mutating func write(
    _ frame: Frame, _ bytes: Span<UInt8>, options: [CaptureOption]
  ) throws(CaptureError) {
    try writer.write(frame, bytes, options: options)
  }

  public mutating func flush() throws(CaptureError) {
    try writer.flush()
  }

  /// Ends the last file.
  public mutating func close(_ statistics: [InterfaceStatistics] = []) throws(CaptureError) {
    if !isComplete { try finish(statistics) }
  }

  private mutating func finish(_ statistics: [InterfaceStatistics]) throws(CaptureError) {
    for one in statistics {
      try writer.write(.statistics(one))
    }
    try writer.close()
  }

  /// A new section forgets; names and secrets beyond what is bearable are said once only.
  private mutating func remember(_ block: CaptureBlock) {
    if case .section = block { (preamble, preambleWeight) = ([], 0) }
    if case .opaque = block, preambleWeight + block.weight > Self.mostRepeated { return }
    preamble.append(block)
    preambleWeight += block.weight
  }
}
