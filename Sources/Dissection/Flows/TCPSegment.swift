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

  /// The segment in a frame, if there is a whole TCP header in it.
  init?(_ frame: Frame, _ bytes: Span<UInt8>) {
    let headers = PacketHeaders(frame, bytes)
    guard let header = headers.tcp(in: bytes), let source = headers.sourceEndpoint(in: bytes),
      let destination = headers.destinationEndpoint(in: bytes)
    else { return nil }
    self.source = source
    self.destination = destination
    sequence = header.sequence
    acknowledgment = header.acknowledgment
    flags = header.flags
    window = header.window
    payload = headers.payload
    // The rest of a first fragment is in other packets; what is here is all that this packet has.
    length = headers.isFragment ? payload.count : headers.payloadLength
  }
}
