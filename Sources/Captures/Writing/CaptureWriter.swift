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
  /// The interfaces described so far; `Frame.interfaceID` counts in this list.
  public internal(set) var interfaces: [CaptureInterface] = []
  var file: OutputFile

  /// Makes the file, or empties the one that is there; `-` is standard output. At least one interface is needed.
  ///
  /// A pcap file has one link type and keeps no names; its time stamps have the first interface's resolution, be it
  /// microseconds or nanoseconds. A pcapng file always has nanoseconds.
  /// - Parameter comment: what to say of the whole capture, where the format keeps it.
  public static func create(
    _ path: String, format: CaptureFormat, interfaces: [CaptureInterface], comment: String = ""
  ) throws(CaptureError) -> CaptureWriter {
    precondition(!interfaces.isEmpty)
    var writer = CaptureWriter(format: format, file: try OutputFile.create(path))
    switch format {
    case .pcap: try writer.writePcapHeader(interfaces[0])
    case .pcapng: try writer.writeSectionHeader(comment)
    }
    for interface in interfaces {
      _ = try writer.addInterface(interface)
    }
    return writer
  }

  private init(format: CaptureFormat, file: consuming OutputFile) {
    self.format = format
    self.file = file
  }

  /// The file's name as it was given.
  public var path: String { file.path }

  /// How many packets are certain to be whole in the file.
  public var packetsInFile: Int { file.packetsInFile }

  /// Describes one more interface and gives its number.
  public mutating func addInterface(_ interface: CaptureInterface) throws(CaptureError) -> Int {
    if format == .pcapng {
      try writeInterface(interface)
    } else if let first = interfaces.first, first.linkType != interface.linkType {
      throw CaptureError(
        .unsupported, path: path,
        "a pcap file holds one link type, not \(first.linkType.name) and \(interface.linkType.name); "
          + "write to a name that ends in .pcapng")
    }
    interfaces.append(interface)
    return interfaces.count - 1
  }

  /// Adds a packet of the interface `frame.interfaceID`, with comments where the format keeps them.
  ///
  /// Bytes beyond the interface's snapshot length are left out.
  public mutating func write(_ frame: Frame, _ bytes: Span<UInt8>, comments: [String] = []) throws(CaptureError) {
    let captured = bytes.extracting(first: interfaces[frame.interfaceID].snapshotLength)
    switch format {
    case .pcap: try writeRecord(frame, captured)
    case .pcapng: try writeEnhancedPacket(frame, captured, comments)
    }
  }

  /// Says how an interface's capture went, at `end`; a pcap file has no place for it.
  public mutating func write(
    _ statistics: CaptureStatistics, interface: Int, end: Timestamp
  ) throws(CaptureError) {
    guard format == .pcapng else { return }
    try writeStatistics(statistics, interface: interface, end: end)
  }

  /// Hands everything written so far to the system.
  public mutating func flush() throws(CaptureError) {
    try file.flush()
  }

  /// Flushes and closes; nothing can be written after it.
  public mutating func close() throws(CaptureError) {
    try file.close()
  }
}
