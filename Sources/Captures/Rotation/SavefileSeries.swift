public import Wire

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A capture that is written to a series of files.
///
/// Each file can be read on its own: the interfaces, names and secrets of a section are repeated in every file.
public struct SavefileSeries: ~Copyable {
  /// Why the next packet belongs to another file.
  private enum Turn {
    case time
    case size
  }

  /// The limit on names and secrets that are repeated in every file, in bytes.
  private static let mostRepeated = 16 * 1024 * 1024

  private let names: SavefileName
  private let format: CaptureFormat
  private let finished: (String) -> Void
  private var writer: CaptureWriter
  private var preamble: [CaptureBlock] = []
  private var preambleWeight = 0
  /// The number of the current file among those of the same time, and the number of files that ended because of the
  /// time.
  private var index = 0
  private var timeTurns = 0
  private var startTime: Int
  private var turn: Turn?
  /// Whether the requested number of files is complete.
  public private(set) var isComplete = false

  /// Creates the first file.
  /// - Parameter finished: called with the name of each file when the next one begins.
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

  /// When the capture continues in another file.
  public var rotation: Rotation { names.rotation }

  /// The current file's name.
  public var path: String { writer.path }

  /// Whether the next packet belongs to another file. As in tcpdump, this depends on the clock and on the written
  /// bytes.
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

  /// Ends the current file and begins the next one, unless the series is complete.
  /// - Parameter statistics: the statistics so far, which are written at the end of the file.
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

  /// Writes a block of pcapng.
  public mutating func write(_ block: CaptureBlock) throws(CaptureError) {
    if names.rotation.isUsed, block.holdsForSection { remember(block) }
    try writer.write(block)
  }

  /// Writes a packet.
  public mutating func write(
    _ frame: Frame, _ bytes: Span<UInt8>, options: [CaptureOption]
  ) throws(CaptureError) {
    try writer.write(frame, bytes, options: options)
  }

  /// Writes out what is held.
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

  /// Remembers a block for the following files. A new section clears them. Names and secrets beyond the limit are
  /// written only once.
  private mutating func remember(_ block: CaptureBlock) {
    if case .section = block { (preamble, preambleWeight) = ([], 0) }
    if case .opaque = block, preambleWeight + block.weight > Self.mostRepeated { return }
    preamble.append(block)
    preambleWeight += block.weight
  }
}
