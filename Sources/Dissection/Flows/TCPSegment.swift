import Wire

/// What a TCP segment says, beside its bytes.
struct TCPSegment {
  var source: Endpoint
  var destination: Endpoint
  var sequence: UInt32
  var acknowledgment: UInt32
  var flags: TCPFlags
  var window: UInt16
  /// The shift of the window that a SYN announces (RFC 7323).
  var windowShift: UInt8?
  /// The payload's length on the wire.
  var length: Int
  /// Where the captured part of the payload is in the frame.
  var payload: Range<Int>
}

extension TCPSegment {
  /// The segment in a frame, if there is a whole TCP header in it and it is no fragment.
  init?(_ headers: PacketHeaders, _ bytes: Span<UInt8>) {
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
