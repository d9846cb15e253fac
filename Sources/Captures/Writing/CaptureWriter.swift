public import Wire

/// A capture file that is being written: pcap or pcapng, buffered.
///
/// What is written reaches the file with `flush()` or `close()`, or when the buffer is full. Each may throw: the disk may
/// be full, the reader of a pipe may have gone; the error names the file and says how many packets are whole in it.
///
/// Sources: draft-ietf-opsawg-pcap, draft-ietf-opsawg-pcapng.
public struct CaptureWriter: ~Copyable {
  /// How the file is laid out.
  public let format: CaptureFormat
  /// The interfaces described so far in this section; `Frame.interfaceID` counts in this list.
  public internal(set) var interfaces: [CaptureInterface] = []
  var file: OutputFile
  /// pcap: the file's one link type, once it is known.
  private var first: CaptureInterface?
  /// pcapng: whether a section has begun.
  private var hasSection = false

  /// Makes the file, or empties the one that is there; `-` is standard output.
  ///
  /// A pcap file has one link type and keeps no names; its time stamps have the first interface's resolution, be it
  /// microseconds or nanoseconds. A pcapng file keeps each interface's.
  /// - Parameters:
  ///   - comment: what to say of the whole capture, where the format keeps it.
  ///   - onlyRegular: whether to refuse pipes and devices, for whom opening or writing may wait for somebody else.
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

  /// Makes the file, or empties the one that is there, and leaves it to `write(_: CaptureBlock)` to say what is in it.
  public static func create(_ path: String, format: CaptureFormat) throws(CaptureError) -> CaptureWriter {
    CaptureWriter(format: format, file: try OutputFile.create(path))
  }

  private init(format: CaptureFormat, file: consuming OutputFile) {
    self.format = format
    self.file = file
  }

  /// The file's name as it was given.
  public var path: String { file.path }

  /// How many packets are certain to be whole in the file.
  public var packetsInFile: Int { file.packetsInFile }

  /// How long the file is, with what waits to be written.
  public var length: Int64 { file.length }

  /// Describes one more interface and gives its number.
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

  /// Adds what is not a packet, where the format keeps it.
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

  /// Adds a packet of the interface `frame.interfaceID`, with comments where the format keeps them.
  ///
  /// Bytes beyond the interface's snapshot length are left out.
  public mutating func write(_ frame: Frame, _ bytes: Span<UInt8>, comments: [String] = []) throws(CaptureError) {
    try write(frame, bytes, options: comments.map { .comment($0) })
  }

  /// Adds a packet with all that is said of it, where the format keeps it.
  public mutating func write(
    _ frame: Frame, _ bytes: Span<UInt8>, options: [CaptureOption]
  ) throws(CaptureError) {
    let captured = bytes.extracting(first: interfaces[frame.interfaceID].snapshotLength)
    switch format {
    case .pcap: try writeRecord(frame, captured, resolution: first?.resolution ?? .nanoseconds)
    case .pcapng: try writeEnhancedPacket(frame, captured, options)
    }
  }

  /// Says how an interface's capture went, at `end`; a pcap file has no place for it.
  public mutating func write(
    _ statistics: CaptureStatistics, interface: Int, start: Timestamp? = nil, end: Timestamp
  ) throws(CaptureError) {
    try write(.statistics(InterfaceStatistics(statistics, interface: interface, start: start, end: end)))
  }

  /// Hands everything written so far to the system.
  public mutating func flush() throws(CaptureError) {
    try file.flush()
  }

  /// Flushes and closes; nothing can be written after it.
  public mutating func close() throws(CaptureError) {
    // A file without any interface is still a capture file.
    if format == .pcap, first == nil { _ = try addInterface(CaptureInterface(linkType: .ethernet)) }
    if format == .pcapng, !hasSection { try beginSection([]) }
    try file.close()
  }

  private mutating func beginSection(_ options: [CaptureOption]) throws(CaptureError) {
    hasSection = true
    try writeSectionHeader(options)
  }
}
