import Captures
import TextOutput
import Wire

/// Writes the packets of a source to one file or a series of files.
struct CaptureSink: ~Copyable {
  private var series: SavefileSeries
  private let format: CaptureFormat
  private let isPacketBuffered: Bool
  private let resolution: TimestampResolution?
  private var names: NameGatherer?
  private var first: Timestamp?
  private var hasSource = false
  private let stripsKeys: Bool
  private let isLive: Bool
  private var hasSecrets = false

  /// - Parameters:
  ///   - resolution: the resolution of written timestamps; nil keeps that of each interface.
  ///   - isLive: whether the packets come from an interface: then the names from DNS answers are written as name resolution blocks.
  ///     Whoever captures says what secrets there are; of a copy, this does.
  ///   - stripsKeys: whether the secrets of the source are left out.
  init(
    _ series: consuming SavefileSeries, format: CaptureFormat, packetBuffered: Bool, resolution: TimestampResolution?,
    isLive: Bool, stripsKeys: Bool = false
  ) {
    self.stripsKeys = stripsKeys
    self.series = series
    self.format = format
    self.resolution = resolution
    self.isLive = isLive
    names = isLive && format == .pcapng ? NameGatherer() : nil
    isPacketBuffered = packetBuffered
  }

  /// Whether the requested number of files has been written.
  var isComplete: Bool { series.isComplete }

  /// Begins a source. A second source gets a section of its own.
  mutating func begin(_ source: inout some CaptureSource & ~Copyable) throws(CaptureError) {
    let blocks = source.takeBlocks()
    if hasSource, case .interface = blocks.first { try series.write(.section([])) }
    hasSource = true
    try write(blocks)
  }

  /// Writes the blocks of the source other than packets.
  mutating func write(blocksOf source: inout some CaptureSource & ~Copyable) throws(CaptureError) {
    try write(source.takeBlocks())
  }

  private mutating func write(_ blocks: [CaptureBlock]) throws(CaptureError) {
    for block in blocks where !stripsKeys || !block.holdsSecrets {
      hasSecrets = hasSecrets || block.holdsSecrets
      guard case .interface(var interface) = block, let resolution else {
        try series.write(block)
        continue
      }
      interface.resolution = resolution
      try series.write(.interface(interface))
    }
  }

  /// Begins the next file if it is due. Returns false if there must be no further file.
  mutating func turnOverIfDue(_ source: borrowing some CaptureSource & ~Copyable, at now: Timestamp)
    throws(CaptureError)
    -> Bool
  {
    guard series.isTurnDue() else { return true }
    try series.turnOver(statistics(source.statistics, at: now))
    guard series.isComplete else { return true }
    Headwind.say("Maximum file limit reached: \(series.rotation.count ?? 0)")
    return false
  }

  /// Writes the source's current frame.
  mutating func write(
    _ frame: Frame, of source: borrowing some CaptureSource & ~Copyable, adding notes: [CaptureOption]
  ) throws(CaptureError) {
    first = first ?? frame.timestamp
    let options = format == .pcapng ? source.options + notes : []
    try series.write(frame, source.bytes, options: options)
    if let block = names?.block(for: frame, source.bytes) { try series.write(block) }
    if isPacketBuffered {
      try series.flush()
    }
  }

  mutating func flush() throws(CaptureError) {
    try series.flush()
  }

  mutating func close(_ counts: CaptureStatistics?, at end: Timestamp?) throws(CaptureError) {
    try series.close(end.map { statistics(counts, at: $0) } ?? [])
    if !isLive, format == .pcapng { SecretWords.say(hasKeys: hasSecrets, missing: 0) }
  }

  private func statistics(_ counts: CaptureStatistics?, at end: Timestamp) -> [InterfaceStatistics] {
    counts.map { [InterfaceStatistics($0, interface: 0, start: first, end: end)] } ?? []
  }
}
