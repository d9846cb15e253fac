public import Wire

/// Writes a capture file, pcap or pcapng, with a buffer.
///
/// Data reaches the file with `flush()` or `close()`, or when the buffer is full. Each call can throw, for example
/// because the disk is full or the reader of a pipe has exited. The error names the file and the number of complete
/// packets in it.
///
/// Sources: draft-ietf-opsawg-pcap, draft-ietf-opsawg-pcapng.
public struct CaptureWriter: ~Copyable {
  /// The file's format.
  public let format: CaptureFormat
  /// The interfaces described so far in this section. `Frame.interfaceID` is an index into this list.
  public internal(set) var interfaces: [CaptureInterface] = []
  var file: OutputFile
  /// For pcap: the interface that determines the file's link type, once it is known.
  private var first: CaptureInterface?
  /// For pcapng: whether a section has begun.
  private var hasSection = false

  /// Creates or truncates a file. `-` is standard output.
  ///
  /// A pcap file has one link type and no names. Its timestamps have the resolution of the first interface,
  /// microseconds or nanoseconds. A pcapng file keeps the resolution of each interface.
  /// - Parameters:
  ///   - comment: a comment on the whole capture, if the format supports it.
  ///   - onlyRegular: whether to refuse pipes and devices, on which opening or writing can block.
  public static func create(
    _ path: String, format: CaptureFormat, interfaces: [CaptureInterface], comment: String = "",
    onlyRegular: Bool = false
  ) throws(CaptureError) -> CaptureWriter {
    var writer = CaptureWriter(format: format, file: try OutputFile.create(path, onlyRegular: onlyRegular))
    if format == .pcapng {
      try writer.beginSection(comment.isEmpty ? [] : [.comment(comment)])
    }
    for interface in interfaces {
      _ = try writer.addInterface(interface)
    }
    return writer
  }

  /// Creates or truncates a file. The caller then describes its interfaces with `write(_: CaptureBlock)`.
  public static func create(_ path: String, format: CaptureFormat) throws(CaptureError) -> CaptureWriter {
    CaptureWriter(format: format, file: try OutputFile.create(path))
  }

  private init(format: CaptureFormat, file: consuming OutputFile) {
    self.format = format
    self.file = file
  }

  /// The file's name as it was given.
  public var path: String { file.path }

  /// How many packets are certainly complete in the file.
  public var packetsInFile: Int { file.packetsInFile }

  /// The length of the file, including buffered data.
  public var length: Int64 { file.length }

  /// Adds an interface and returns its number.
  public mutating func addInterface(_ interface: CaptureInterface) throws(CaptureError) -> Int {
    switch format {
    case .pcapng:
      if !hasSection { try beginSection([]) }
      try writeInterface(interface)
    case .pcap:
      if let first {
        guard first.linkType == interface.linkType else {
          throw CaptureError(
            .unsupported, path: path,
            "a pcap file can hold only one link type, not \(first.linkType.name) and \(interface.linkType.name); "
              + "write pcapng")
        }
      } else {
        first = interface
        try writePcapHeader(interface)
      }
    }
    interfaces.append(interface)
    return interfaces.count - 1
  }

  /// Adds a block other than a packet, if the format supports it.
  public mutating func write(_ block: CaptureBlock) throws(CaptureError) {
    switch block {
    case .section(let options):
      interfaces = []
      if format == .pcapng { try beginSection(options) }
    case .interface(let interface): _ = try addInterface(interface)
    case .statistics(let statistics): if format == .pcapng { try writeStatistics(statistics) }
    case .opaque(let type, let body):
      if format == .pcapng {
        if !hasSection { try beginSection([]) }
        try writeOpaque(type, body)
      }
    }
  }

  /// Adds a packet of the interface `frame.interfaceID`, with comments if the format supports them.
  ///
  /// Bytes beyond the interface's snapshot length are omitted.
  public mutating func write(_ frame: Frame, _ bytes: Span<UInt8>, comments: [String] = []) throws(CaptureError) {
    try write(frame, bytes, options: comments.map { .comment($0) })
  }

  /// Adds a packet with its options, if the format supports them.
  public mutating func write(
    _ frame: Frame, _ bytes: Span<UInt8>, options: [CaptureOption]
  ) throws(CaptureError) {
    let captured = bytes.extracting(first: interfaces[frame.interfaceID].snapshotLength)
    switch format {
    case .pcap: try writeRecord(frame, captured, resolution: first?.resolution ?? .nanoseconds)
    case .pcapng: try writeEnhancedPacket(frame, captured, options)
    }
  }

  /// Adds the statistics of an interface at `end`. A pcap file has no place for them.
  public mutating func write(
    _ statistics: CaptureStatistics, interface: Int, start: Timestamp? = nil, end: Timestamp
  ) throws(CaptureError) {
    try write(.statistics(InterfaceStatistics(statistics, interface: interface, start: start, end: end)))
  }

  /// Writes all buffered data.
  public mutating func flush() throws(CaptureError) {
    try file.flush()
  }

  /// Flushes and closes the file. Nothing can be written afterwards.
  public mutating func close() throws(CaptureError) {
    // A file without interfaces must still be a valid capture file.
    if format == .pcap, first == nil { _ = try addInterface(CaptureInterface(linkType: .ethernet)) }
    if format == .pcapng, !hasSection { try beginSection([]) }
    try file.close()
  }

  private mutating func beginSection(_ options: [CaptureOption]) throws(CaptureError) {
    hasSection = true
    try writeSectionHeader(options)
  }
}
