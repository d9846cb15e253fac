package import Wire

/// What a TCP segment says, beside its bytes.
package struct TCPSegment {
  package var source: Endpoint
  package var destination: Endpoint
  package var sequence: UInt32
  package var acknowledgment: UInt32
  package var flags: TCPFlags
  package var window: UInt16
  /// The shift of the window that a SYN announces (RFC 7323).
  package var windowShift: UInt8?
  /// The payload's length on the wire.
  package var length: Int
  /// Where the captured part of the payload is in the frame.
  package var payload: Range<Int>

  package init(
    source: Endpoint, destination: Endpoint, sequence: UInt32, acknowledgment: UInt32, flags: TCPFlags,
    window: UInt16, length: Int, payload: Range<Int>
  ) {
    self.source = source
    self.destination = destination
    self.sequence = sequence
    self.acknowledgment = acknowledgment
    self.flags = flags
    self.window = window
    self.length = length
    self.payload = payload
  }
}

extension TCPSegment {
  /// The segment in a frame, if there is a whole TCP header in it and it is no fragment.
  package init?(_ headers: PacketHeaders, _ bytes: Span<UInt8>) {
    guard !headers.isFragment, let header = headers.tcp(in: bytes), let source = headers.sourceEndpoint(in: bytes),
      let destination = headers.destinationEndpoint(in: bytes)
    else { return nil }
    self.source = source
    self.destination = destination
    sequence = header.sequence
    acknowledgment = header.acknowledgment
    flags = header.flags
    window = header.window
    if header.flags.contains(.syn) { windowShift = Self.windowShift(header, bytes) }
    payload = headers.payload
    length = headers.payloadLength
  }

  private static func windowShift(_ header: TCPHeader, _ bytes: Span<UInt8>) -> UInt8? {
    var options = TCPOptions(header)
    while let option = try? options.next(in: bytes) {
      if option.kind == .windowScale, option.data.count == 1 { return bytes[option.data.lowerBound] }
    }
    return nil
  }
}
