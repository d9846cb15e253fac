extension LargeSend {
  /// Turns a copy of the frame's headers into those of a smaller large send, which holds only some adjacent segments.
  /// Splitting it gives exactly these segments. For one segment it makes an ordinary packet.
  ///
  /// The receiver of the frame computes the transport checksum. The field holds the sum of the pseudo-header, as
  /// senders leave it (Linux `CHECKSUM_PARTIAL`).
  /// - Parameters:
  ///   - run: the segments; not empty, and within `0..<segmentCount`.
  ///   - headers: the first `payloadOffset` bytes of the frame. The payload of the segments follows elsewhere.
  public func prepare(_ run: Range<Int>, in headers: inout MutableSpan<UInt8>) {
    let length = payloadOffset + payload(of: run).count
    setNetworkHeader(segment: run.lowerBound, frameLength: length, in: &headers)
    switch transport {
    case .tcp: setSequence(run, in: &headers)
    case .udp: headers.setBigEndian(UInt16(truncatingIfNeeded: length - transportOffset), at: transportOffset + 4)
    }
    let sum = pseudoHeader(length: length - transportOffset, in: headers.span)
    headers.setBigEndian(sum.folded, at: checksumOffset)
  }

  /// The bytes of the frame that are the payload of these segments.
  public func payload(of run: Range<Int>) -> Range<Int> {
    payload(of: run.lowerBound).lowerBound..<payload(of: run.upperBound - 1).upperBound
  }

  /// The length of a segment as an Ethernet frame.
  public func frameLength(of segment: Int) -> Int {
    payloadOffset + payload(of: segment).count
  }
}
