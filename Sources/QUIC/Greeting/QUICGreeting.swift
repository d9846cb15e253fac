import RecordCiphers
public import TLS
import Wire

/// Reads the ClientHello of a QUIC connection, as everybody on the path can: it is in the client's Initial packets, whose keys follow from the
/// connection ID that the first of them is sent to (RFC 9001 section 5.2).
public struct QUICGreeting {
  private var keys: PacketKeys?
  private var opener = PacketOpener()
  private var largest: UInt64?
  private var reader = ClientGreetingReader(.messages)

  /// Begins with no packet.
  public init() {}

  /// What the packets so far say.
  public var state: ClientGreetingReader.State { reader.state }

  /// Reads the client's Initial packets in a datagram; other packets are passed over.
  ///
  /// - Returns: whether one of them was authentic.
  @discardableResult
  public mutating func read(_ datagram: Span<UInt8>) -> Bool {
    var place = 0
    var isAuthentic = false
    // That a packet is authentic says more than its fixed bit, which may be 0 (RFC 9287).
    while place < datagram.count,
      let header = try? QUICPacketHeader(long: datagram, at: place, greasesFixedBit: true), header.isLong
    {
      if header.type == .initial, let version = header.version, open(header, version, datagram) {
        isAuthentic = true
        reader = withFrames()
      }
      guard header.end > place else { break }
      place = header.end
    }
    return isAuthentic
  }

  /// Opens a packet with the keys of the connection. After a Retry, and for another connection, its own ID gives others.
  private mutating func open(_ header: QUICPacketHeader, _ version: QUICVersion, _ datagram: Span<UInt8>) -> Bool {
    if let keys, open(header, keys, datagram) { return true }
    guard let own = InitialKeys(version, header.destinationID)?.client else { return false }
    let before = largest
    largest = nil
    guard open(header, own, datagram) else {
      largest = before
      return false
    }
    keys = own
    reader = ClientGreetingReader(.messages)
    return true
  }

  private mutating func open(_ header: QUICPacketHeader, _ keys: PacketKeys, _ datagram: Span<UInt8>) -> Bool {
    guard let packet = PacketOpener.unmask(header, datagram, keys, largest: largest),
      opener.open(header, packet, datagram, keys)
    else { return false }
    largest = max(largest ?? 0, packet.number)
    return true
  }

  /// The reader with the CRYPTO frames of the packet that was opened.
  private func withFrames() -> ClientGreetingReader {
    var reader = reader
    let payload = opener.plaintext.bytes
    var frames = QUICFrameReader(payload)
    while let (frame, _) = try? frames.next(payload) {
      guard case .crypto(let offset, let data) = frame, let offset = Int(exactly: offset) else { continue }
      reader.add(payload.extracting(data), at: offset)
    }
    return reader
  }
}
