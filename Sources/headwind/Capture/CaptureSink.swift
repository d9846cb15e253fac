import Captures
import Wire

/// Writes frames of whatever source to one file, giving each of the source's interfaces a number there.
struct CaptureSink: ~Copyable {
  private var writer: CaptureWriter
  private let isPacketBuffered: Bool
  /// The source's interface that was seen last, and its number in the file.
  private var last: (interface: CaptureInterface, number: Int)

  static func create(
    _ path: String, for interfaces: [CaptureInterface], packetBuffered: Bool
  ) throws(CaptureError) -> CaptureSink {
    let first = interfaces.first ?? CaptureInterface(linkType: .ethernet)
    let writer = try CaptureWriter.create(path, format: CaptureFormat(path: path), interfaces: [first])
    return CaptureSink(writer, first, packetBuffered)
  }

  private init(_ writer: consuming CaptureWriter, _ first: CaptureInterface, _ isPacketBuffered: Bool) {
    self.writer = writer
    self.isPacketBuffered = isPacketBuffered
    last = (first, 0)
  }

  mutating func write(
    _ frame: Frame, _ bytes: Span<UInt8>, of interface: CaptureInterface, comments: [String]
  ) throws(CaptureError) {
    var frame = frame
    frame.interfaceID = try number(of: interface)
    try writer.write(frame, bytes, comments: comments)
    if isPacketBuffered {
      try writer.flush()
    }
  }

  mutating func flush() throws(CaptureError) {
    try writer.flush()
  }

  mutating func close(_ statistics: CaptureStatistics?, at end: Timestamp?) throws(CaptureError) {
    if let statistics, let end {
      try writer.write(statistics, interface: 0, end: end)
    }
    try writer.close()
  }

  private mutating func number(of interface: CaptureInterface) throws(CaptureError) -> Int {
    if interface == last.interface { return last.number }
    if let known = writer.interfaces.firstIndex(of: interface) {
      last = (interface, known)
    } else {
      last = (interface, try writer.addInterface(interface))
    }
    return last.number
  }
}
