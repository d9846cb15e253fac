import TextOutput
public import Wire

/// Packets on their way from the one who reads them in order to one of several who write their lines.
///
///     batch.append(frame, bytes, after: &reader)      in the order of the capture
///     batch.write(to: &writer)                        anywhere, beside other batches
///
/// Both listings have the same options. What the first one writes is what had to be written in order.
public struct ListingBatch: Sendable {
  private struct Packet: Sendable {
    var frame: Frame
    /// Nil for a packet whose text is `written`, up to `end`; otherwise its bytes end there.
    var context: ListingContext?
    var end: Int
  }

  private var packets: [Packet] = []
  private var bytes: TextBuffer
  private var written = TextBuffer(capacity: 0)
  private let capacity: Int

  /// - Parameter capacity: after how many bytes a batch is full.
  public init(capacity: Int) {
    self.capacity = capacity
    bytes = TextBuffer(capacity: capacity)
  }

  /// Whether it has no packet.
  public var isEmpty: Bool { packets.isEmpty }

  /// Whether it should be listed before it takes another packet.
  public var isFull: Bool { bytes.count + written.count >= capacity || packets.count >= capacity / 64 }

  /// Adds the next packet of the capture.
  public mutating func append(_ frame: Frame, _ bytes: Span<UInt8>, after listing: inout PacketListing) {
    if let context = listing.context(of: frame, bytes) {
      self.bytes.append(bytes)
      packets.append(Packet(frame: frame, context: context, end: self.bytes.count))
    } else {
      listing.append(frame, bytes)
      listing.text.withBytes { written.append($0) }
      listing.text.removeAll()
      packets.append(Packet(frame: frame, context: nil, end: written.count))
    }
  }

  /// Writes the lines of all packets, and empties the batch.
  public mutating func write(to listing: inout PacketListing) {
    var (start, startOfWritten) = (0, 0)
    for packet in packets {
      if let context = packet.context {
        bytes.withBytes { listing.append(packet.frame, $0.extracting(start..<packet.end), in: context) }
        start = packet.end
      } else {
        written.withBytes { listing.text.append($0.extracting(startOfWritten..<packet.end)) }
        startOfWritten = packet.end
      }
    }
    packets.removeAll(keepingCapacity: true)
    bytes.removeAll()
    written.removeAll()
  }
}
