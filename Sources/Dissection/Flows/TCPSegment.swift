import Wire

/// What a TCP segment says, beside its bytes.
struct TCPSegment {
  var source: Endpoint
  var destination: Endpoint
  var sequence: UInt32
  var acknowledgment: UInt32
  var flags: TCPFlags
  var window: UInt16
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
    payload = headers.payload
    length = headers.payloadLength
  }
}
