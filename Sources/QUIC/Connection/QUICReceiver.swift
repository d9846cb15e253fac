/// Takes what ``QUICConnections`` reads. Calls come in the order in which packets become readable: that of the capture, unless
/// packets had to wait for secrets. Of each stream and side, data comes in order.
///
/// Every call says which connection it is about, by its number in the capture from 0, as Wireshark's `quic.connection.number`.
public protocol QUICReceiver {
  /// A connection has begun.
  mutating func began(_ connection: QUICFacts)
  /// A packet was seen; its frames follow. One that waits for secrets is told when it comes, and again if it is opened later.
  ///
  /// - Parameter payload: the plaintext of a packet that was opened; of others it is empty.
  mutating func packet(_ packet: QUICPacket, _ payload: Span<UInt8>)
  /// The next frame of the packet at hand.
  ///
  /// - Parameters:
  ///   - range: where it is in the payload.
  ///   - payload: what the frame's ranges are about.
  mutating func frame(_ frame: QUICFrame, _ range: Range<Int>, _ payload: Span<UInt8>, _ place: QUICPlace)
  /// The rest of the payload cannot be read.
  mutating func malformed(_ error: QUICFrameError, _ place: QUICPlace)

  /// A complete message of the TLS handshake.
  ///
  /// - Parameter body: the message without its header of four bytes.
  mutating func handshake(_ message: QUICHandshakeMessage, _ body: Span<UInt8>)
  /// The handshake, or the transport, said something new.
  mutating func learned(_ facts: QUICFacts)
  /// From here on nothing of a side's packets of a type is read, unless a secret comes later.
  mutating func unreadable(_ reason: QUICUnreadable, _ place: QUICPlace)
  /// The server did not take the client's early data: what its 0-RTT packets said on streams does not count, and its streams
  /// begin anew at offset 0.
  mutating func rejectedEarlyData(_ place: QUICPlace)

  /// Bytes of a stream, in order, never empty.
  mutating func streamData(_ bytes: Span<UInt8>, _ piece: QUICStreamPiece)
  /// Bytes of a stream will never come: `count` of them from the piece's offset on.
  mutating func streamGap(_ count: Int64, _ piece: QUICStreamPiece)
  /// A side's half of a stream is over, and all that is not missing was told.
  mutating func streamEnded(_ end: QUICStreamEnd, _ piece: QUICStreamPiece)
  /// A side wants no more of a stream from the other one (STOP_SENDING), with a code of the application.
  mutating func streamStopped(_ stream: QUICStreamID, error: UInt64, _ place: QUICPlace)
  /// A side could not send because a limit of the other one was reached; told when it goes on after the limit was raised.
  mutating func stalled(_ stall: QUICStall, _ place: QUICPlace)
  /// A DATAGRAM frame (RFC 9221).
  mutating func datagram(_ bytes: Span<UInt8>, _ place: QUICPlace)

  /// An acknowledgment measured how long a packet and its answer were on their way.
  mutating func roundTrip(_ sample: QUICRoundTripSample, _ place: QUICPlace)
  /// Packets were lost, as far as acknowledgments and time tell (RFC 9002 section 6.1).
  mutating func lost(_ loss: QUICLoss, _ place: QUICPlace)
  /// Packets that had seemed lost were acknowledged.
  mutating func spuriouslyLost(_ loss: QUICLoss, _ place: QUICPlace)
  /// A side's 1-RTT keys have changed (RFC 9001 section 6); `count` is how often by now.
  mutating func updatedKeys(_ count: Int, _ place: QUICPlace)
  /// The connection goes on over another path (RFC 9000 section 9).
  mutating func migrated(_ migration: QUICMigration, _ place: QUICPlace)
  /// A path was challenged, or found to reach the other end (RFC 9000 section 8.2).
  mutating func path(_ path: QUICPathProbe, _ place: QUICPlace)

  /// A side has closed the connection, or has forgotten it.
  mutating func closed(_ close: QUICClose, _ place: QUICPlace)
  /// Nothing more will be told of a connection.
  mutating func finished(_ connection: QUICFacts, _ ending: QUICEnding)
}

extension QUICReceiver {
  public mutating func began(_ connection: QUICFacts) {}
  public mutating func packet(_ packet: QUICPacket, _ payload: Span<UInt8>) {}
  public mutating func frame(_ frame: QUICFrame, _ range: Range<Int>, _ payload: Span<UInt8>, _ place: QUICPlace) {}
  public mutating func malformed(_ error: QUICFrameError, _ place: QUICPlace) {}
  public mutating func handshake(_ message: QUICHandshakeMessage, _ body: Span<UInt8>) {}
  public mutating func learned(_ facts: QUICFacts) {}
  public mutating func unreadable(_ reason: QUICUnreadable, _ place: QUICPlace) {}
  public mutating func rejectedEarlyData(_ place: QUICPlace) {}
  public mutating func streamData(_ bytes: Span<UInt8>, _ piece: QUICStreamPiece) {}
  public mutating func streamGap(_ count: Int64, _ piece: QUICStreamPiece) {}
  public mutating func streamEnded(_ end: QUICStreamEnd, _ piece: QUICStreamPiece) {}
  public mutating func streamStopped(_ stream: QUICStreamID, error: UInt64, _ place: QUICPlace) {}
  public mutating func stalled(_ stall: QUICStall, _ place: QUICPlace) {}
  public mutating func datagram(_ bytes: Span<UInt8>, _ place: QUICPlace) {}
  public mutating func roundTrip(_ sample: QUICRoundTripSample, _ place: QUICPlace) {}
  public mutating func lost(_ loss: QUICLoss, _ place: QUICPlace) {}
  public mutating func spuriouslyLost(_ loss: QUICLoss, _ place: QUICPlace) {}
  public mutating func updatedKeys(_ count: Int, _ place: QUICPlace) {}
  public mutating func migrated(_ migration: QUICMigration, _ place: QUICPlace) {}
  public mutating func path(_ path: QUICPathProbe, _ place: QUICPlace) {}
  public mutating func closed(_ close: QUICClose, _ place: QUICPlace) {}
  public mutating func finished(_ connection: QUICFacts, _ ending: QUICEnding) {}
}
