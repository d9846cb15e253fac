extension LargeSend {
  /// Turns a copy of the frame's headers into those of a smaller large send: one that holds some of the pieces, which stand
  /// beside each other, and becomes exactly those when it is cut. Of one piece it makes an ordinary packet.
  ///
  /// The transport's checksum is left to whoever takes the frame: the field holds the sum of the pseudo-header, as senders
  /// leave it (Linux `CHECKSUM_PARTIAL`).
  /// - Parameters:
  ///   - run: which pieces; not empty, and within `0..<segmentCount`.
  ///   - headers: the first `payloadOffset` bytes of the frame; the payload of the pieces follows elsewhere.
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

  /// The bytes of the frame that are the payload of some pieces.
  public func payload(of run: Range<Int>) -> Range<Int> {
    payload(of: run.lowerBound).lowerBound..<payload(of: run.upperBound - 1).upperBound
  }

  /// How long a piece is as an Ethernet frame of its own.
  public func frameLength(of segment: Int) -> Int {
    payloadOffset + payload(of: segment).count
  }
}
